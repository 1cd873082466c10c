#include "http/page_modules.h"

#include <doctest/doctest.h>

#include "http/page_files.h"
#include "http/temporary_page.h"

using namespace gilscope::http;
using Names = std::vector<std::string>;

TEST_SUITE("http/page_modules") {
    TEST_CASE("what a module imports") {
        CHECK(static_imports("import { a } from './a.js';\nimport {\n\tb,\n} from \"../b.js\";\n"
                             "import './c.js';\nexport * from './d.js';\n") ==
              Names{"./a.js", "../b.js", "./c.js", "./d.js"});
    }

    TEST_CASE("what is imported on demand, elsewhere or only looks like an import") {
        CHECK(static_imports("import('./later.js');\nconst x = await import('./later.js');\n"
                             "import { y } from 'package';\nexport const z = './no.js';\n"
                             "export function f() {\n\treturn './no.js';\n}\n// import './no.js';\nimport")
                  .empty());
        CHECK(static_imports("").empty());
    }

    TEST_CASE("the modules of a page, nearest first and each once, whatever the circle") {
        const TemporaryPage page;
        page.write("page/js/main.js", "import './a.js';\nimport './b.js';\nimport('./later.js');");
        page.write("page/js/a.js", "import '../top.js';\nimport './b.js';\nimport './main.js';");
        page.write("page/js/b.js", "import './missing.js';\nimport '../../secret.txt';\nimport './deep.js';");
        page.write("page/js/deep.js", "");
        page.write("page/js/later.js", "");
        page.write("page/top.js", "");
        CHECK(modules_loaded_by("<script src=\"old.js\"></script><script type=\"module\" src=\"js/main.js\">"
                                "</script><script type=\"module\">inline</script>",
                                page.directory()) ==
              Names{"js/main.js", "js/a.js", "js/b.js", "top.js", "js/deep.js"});
        CHECK(modules_loaded_by("<script type=\"module\" src=\"https://a.example/x.js\"><script ",
                                page.directory())
                  .empty());
    }

    TEST_CASE("names that are no files") {
        const TemporaryPage page;
        page.write("page/js/main.js", "import './folder.js';");
        page.write("page/js/folder.js/a.js", "");
        CHECK(modules_loaded_by("<script type=\"module\" src=\"\"></script><script type=\"module\" src=x>"
                                "</script><script type=\"module\" src=\".\"></script>"
                                "<script type=\"module\" src=\"js/main.js\"></script>",
                                page.directory()) == Names{"js/main.js"});
    }

    TEST_CASE("links of a page, also where the client has the page already") {
        const TemporaryPage page;
        page.write("page/index.html", "<script type=\"module\" src=\"js/main.js\"></script>");
        page.write("page/js/main.js", "import './a.js';");
        page.write("page/js/a.js", "");
        const PageFiles files(page.directory());
        Request request;
        auto response = files.serve(files.find("/").value(), request);
        CHECK(response.headers.find("Link") ==
              "<js/main.js>; rel=modulepreload, <js/a.js>; rel=modulepreload");
        request.headers.add("If-None-Match", std::string(response.headers.find("ETag").value()));
        response = files.serve(files.find("/").value(), request);
        CHECK(response.status == 304);
        CHECK(response.headers.find("Link").has_value());
        CHECK_FALSE(
            files.serve(files.find("/js/main.js").value(), Request()).headers.find("Link").has_value());
    }
}
