// node datadog.cjs MODULES OUT [lines]: profiles `work` with @datadog/pprof of that folder, by functions or by lines.
'use strict';
const { writeFileSync } = require('node:fs');
const [modules, out, kind] = process.argv.slice(2);
const { time, encode } = require(`${modules}/@datadog/pprof`);
const { work } = require('./main.cjs');

async function record() {
  const isByLines = kind === 'lines';
  time.start({
    ...{ intervalMicros: 1000, durationMillis: 60_000, workaroundV8Bug: true },
    ...(isByLines ? { lineNumbers: true } : { withContexts: true, collectCpuTime: true }),
  });
  work(500);
  writeFileSync(out, await encode(time.stop()));
}
void record();
