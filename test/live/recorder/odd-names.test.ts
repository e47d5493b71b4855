import assert from 'node:assert/strict';
import path from 'node:path';
import { hottestLine } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { assertRecorded, BUSY, describeOnNodes, exit } from '../../support/recording.ts';

const NAMES = ['naïve', '計算', 'a, b', 'GET /a b:1:2', '0x1,0x2', 'x\ny', '\n\nz\n'];
const PROGRAM = `${BUSY}const handlers = {
${NAMES.map((name) => `  ${JSON.stringify(name)}(n) { let sum = 0; for (let i = 0; i < n; i++) sum += Math.sqrt(sum + i); return sum; },`).join('\n')}
};
for (const name in handlers) untilSampled(() => handlers[name](1e7));
`;

describeOnNodes('functions with odd names', nodeMajors, (bench) => {
  bySampler()('are shown by them, with their time on their lines', async (sampler) => {
    const analysis = await (await bench.record(PROGRAM, { name: 'größe, ä.js', sampler })).analyze();
    const { functions, lines, sources } = analysis;
    for (const [i, name] of NAMES.entries()) {
      const fn = functions.name.indexOf(name);
      assert.ok(fn >= 0, `${name} among ${functions.name.join(' | ')}`);
      assert.equal(sources[functions.source[fn]].path, path.join(bench.folder, 'größe, ä.js'));
      assert.equal(functions.line[fn], i + 3);
      assert.ok(lines.selfSamples[lines.line.indexOf(i + 3)] > 0, name);
    }
    assert.match(hottestLine(analysis), /^größe, ä\.js:[3-9]$/);
  });

  it('are those of a folder in which a program has module hooks, which run in a thread of their own', async () => {
    const text = `import { register } from 'node:module';\nregister('data:text/javascript,');\nconsole.log('done');`;
    const output = path.join(bench.folder, 'größe', 'out.cpuprofile');
    await assertRecorded(await bench.record(text, { name: 'hooks.mjs', output }), {
      stdout: 'done\n',
      ending: exit(0),
    });
  });
});
