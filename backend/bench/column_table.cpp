#include "bench/column_table.h"

#include <algorithm>
#include <utility>

namespace gilscope::bench {
namespace {

/// Takes the rows of one block, which come next, from `next` on, to the end of `to`.
template <typename Row, typename Figures>
void take_rows(std::int64_t block, typename std::vector<Row>::iterator& next,
               typename std::vector<Row>::iterator all, std::vector<Figures>& to) {
    const auto end = std::find_if(next, all, [&](const Row& row) { return row.block != block; });
    to.reserve(static_cast<std::size_t>(end - next));
    for (; next != end; ++next) {
        to.push_back(next->figures);
    }
}

[[noreturn]] void refuse_order(const std::string& place) {
    throw BadReport(place + ".block must name blocks of its blocks.index, in the same order");
}

}  // namespace

std::vector<BlockTable::Row> dealt_out(const std::string& cell, BlockTable& blocks, SampleTable& samples,
                                       ProbeTable& probes) {
    blocks.check(cell + ".blocks");
    samples.check(cell + ".samples");
    probes.check(cell + ".probes");
    auto sample = samples.rows.begin();
    auto probe = probes.rows.begin();
    std::int64_t previous = -1;
    for (BlockTable::Row& row : blocks.rows) {
        if (row.block <= previous) {
            throw BadReport(cell + ".blocks.index must ascend");
        }
        previous = row.block;
        take_rows<SampleTable::Row>(row.block, sample, samples.rows.end(), row.figures.samples);
        take_rows<ProbeTable::Row>(row.block, probe, probes.rows.end(), row.figures.probes);
    }
    if (sample != samples.rows.end()) {
        refuse_order(cell + ".samples");
    }
    if (probe != probes.rows.end()) {
        refuse_order(cell + ".probes");
    }
    std::vector<BlockTable::Row> dealt = std::move(blocks.rows);
    blocks.clear();
    samples.clear();
    probes.clear();
    return dealt;
}

}  // namespace gilscope::bench
