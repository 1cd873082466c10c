#include "bench/column_table.h"

#include <algorithm>
#include <utility>

namespace gilscope::bench {

std::vector<BlockTable::Row> dealt_out(const std::string& cell, BlockTable& blocks, SampleTable& samples) {
    blocks.check(cell + ".blocks");
    samples.check(cell + ".samples");
    auto next = samples.rows.begin();
    std::int64_t previous = -1;
    for (BlockTable::Row& row : blocks.rows) {
        if (row.block <= previous) {
            throw BadReport(cell + ".blocks.index must ascend");
        }
        previous = row.block;
        const auto end = std::find_if(next, samples.rows.end(), [&](const SampleTable::Row& sample) {
            return sample.block != row.block;
        });
        row.figures.samples.reserve(static_cast<std::size_t>(end - next));
        for (; next != end; ++next) {
            row.figures.samples.push_back(next->figures);
        }
    }
    if (next != samples.rows.end()) {
        throw BadReport(cell + ".samples.block must name blocks of its blocks.index, in the same order");
    }
    std::vector<BlockTable::Row> dealt = std::move(blocks.rows);
    blocks.clear();
    samples.clear();
    return dealt;
}

}  // namespace gilscope::bench
