// Measured by threads.ts: `workers` parses TypeScript's own declarations in four worker threads at once, `children` in
// twenty children, two at a time.
const { fork } = require('node:child_process');
const { once } = require('node:events');
const { readFileSync } = require('node:fs');
const { isMainThread, Worker, workerData } = require('node:worker_threads');

const CHILDREN = 20;
const AT_ONCE = 2;
const WORKERS = 4;

function parse(times) {
  const ts = require('typescript');
  const file = require.resolve('typescript/lib/lib.dom.d.ts');
  const text = readFileSync(file, 'utf8');
  for (let i = 0; i < times; i++) ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
}

async function startChildren(count) {
  for (let i = 0; i < count; i++) await once(fork(__filename, ['child']), 'exit');
}

const role = isMainThread ? process.argv[2] : workerData;
if (role === 'worker') parse(8);
else if (role === 'child') parse(1);
else if (role === 'workers') for (let i = 0; i < WORKERS; i++) new Worker(__filename, { workerData: 'worker' });
else for (let i = 0; i < AT_ONCE; i++) void startChildren(CHILDREN / AT_ONCE);
