// Runs the scripts of the page in node: node running.mjs PAGE ASKING FUNCTION [steps] < what is asked, as JSON
// With `steps` each of what is asked is answered with how many blocks of the page's own code ran for it.
import fs from "node:fs";
import { Session } from "node:inspector/promises";
import vm from "node:vm";

const [page, asking, name, counting] = process.argv.slice(2);
const html = fs.readFileSync(page, "utf8");
for (const id of ["noble", "reading"]) {
  vm.runInThisContext(new RegExp(`<script id="${id}">([\\s\\S]*?)</script>`).exec(html)[1], { filename: `${id}.js` });
}
vm.runInThisContext(fs.readFileSync(asking, "utf8"), { filename: "asking.js" });
const asked = JSON.parse(fs.readFileSync(0, "utf8")), ask = globalThis[name];
process.stdout.write(JSON.stringify(counting ? await steps() : await ask(asked)));

async function steps() {
  const session = new Session(), found = [];
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  for (const each of asked) {
    await session.post("Profiler.takePreciseCoverage");
    await ask([each]);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const blocks = result.filter(({ url }) => url === "reading.js").flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    found.push(blocks.reduce((sum, { count }) => sum + count, 0));
  }
  return found;
}
