// Runs the scripts of the page in node: node running.mjs PAGE ASKING FUNCTION < what is asked, as JSON
import fs from "node:fs";
import vm from "node:vm";

const [page, asking, name] = process.argv.slice(2);
const html = fs.readFileSync(page, "utf8");
for (const id of ["noble", "reading"]) {
  vm.runInThisContext(new RegExp(`<script id="${id}">([\\s\\S]*?)</script>`).exec(html)[1], { filename: `${id}.js` });
}
vm.runInThisContext(fs.readFileSync(asking, "utf8"), { filename: "asking.js" });
const answer = await globalThis[name](JSON.parse(fs.readFileSync(0, "utf8")));
process.stdout.write(JSON.stringify(answer));
