// Finds where an HTTP answer ends, however it comes in pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gilscope::laboratory {

/// One answer after the other, on one connection.
class AnswerReader {
  public:
    enum class Progress { more, complete, broken };

    /// Takes what has arrived. Once an answer is complete, status() and body() are its; next() goes on to the
    /// one after it, of which bytes may be here already.
    Progress receive(std::string_view bytes);
    Progress next();

    int status() const { return status_; }
    /// Without its chunks' frames.
    std::string_view body() const { return body_; }

  private:
    Progress go_on();
    bool read_head();
    bool read_chunk();
    std::string_view header(std::string_view lower_case_name) const;

    std::string received_;
    std::size_t used_ = 0;  ///< of `received_`
    std::string head_;
    std::string body_;
    int status_ = 0;
    std::size_t missing_ = 0;  ///< bytes of the body, or of this chunk with its line end
    bool chunked_ = false;
    bool in_body_ = false;
    bool in_chunk_ = false;
    bool complete_ = false;
    bool broken_ = false;
};

}  // namespace gilscope::laboratory
