import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { FrameKind } from '../../../src/core/index.ts';
import { mapPositions } from '../../../src/source-maps/index.ts';
import { useScratch } from '../../support/scratch.ts';

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

const PROGRAM = `interface Options { readonly rounds: number }

export class Worker {
  private total = 0;
  runSlowly({ rounds }: Options): number {
    const addSquare = (value: number) => {
      for (let i = 0; i < 50_000; i++) this.total += Math.sqrt(value * i);
    };
    for (let round = 0; round < rounds; round++) addSquare(round);
    return this.total;
  }
}

function startEverything(): void {
  const worker = new Worker();
  for (let turn = 0; turn < 100; turn++) console.assert(worker.runSlowly({ rounds: 20 }) > 0);
}
startEverything();
`;

describe('a profile of a real minified program', () => {
  const scratch = useScratch();

  it('has its functions under their own names and lines', async () => {
    const program = scratch('main.ts');
    writeFileSync(program, PROGRAM);
    const bundle = scratch('main.js');
    buildSync({
      ...{ entryPoints: [program], outfile: bundle },
      ...{ bundle: true, minify: true, sourcemap: true, platform: 'node' },
    });
    const flags = ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${scratch()}`, '--cpu-prof-name=a.json'];
    execFileSync(process.execPath, [...flags, bundle]);
    const { nodes } = JSON.parse(readFileSync(scratch('a.json'), 'utf8')) as { nodes: { callFrame: CallFrame }[] };
    const frames = nodes.map((node) => node.callFrame).filter((frame) => frame.url.endsWith('/main.js'));
    const mapping = await mapPositions({
      scripts: [{ url: frames[0].url }],
      positions: {
        script: new Int32Array(frames.length),
        line: Int32Array.from(frames, (frame) => frame.lineNumber + 1),
        column: Int32Array.from(frames, (frame) => frame.columnNumber),
      },
      frames: {
        name: frames.map((frame) => frame.functionName),
        position: Int32Array.from(frames, (_, i) => i),
        kind: new Uint8Array(frames.length).fill(FrameKind.script),
      },
    });
    const { name, source, line } = mapping.frames;
    const found = new Set(frames.map((_, i) => `${name[i]} ${mapping.sources[source[i]].path}:${line[i]}`));
    for (const expected of [`addSquare ${program}:6`, `runSlowly ${program}:5`, `startEverything ${program}:14`])
      assert.ok(found.has(expected), `${expected} in ${[...found].join(', ')}`);
    assert.deepEqual(mapping.diagnostics, []);
  });
});
