import assert from 'node:assert/strict';
import { LoggedScripts } from '../../../../src/readers/v8-log/logged-scripts.ts';
import { smallLog } from './log-text.ts';

function read(...lines: string[]): LoggedScripts {
  const logged = new LoggedScripts();
  for (const line of lines) logged.line(Buffer.from(line), 0, line.length);
  return logged;
}
const top = ['code-creation,Script,10,15,0x700,9, file:///a/b.js:1:1,0x90,~', 'code-source-info,0x700,7,0,83,C0O0,,'];
const ticksOf = (logged: LoggedScripts): object =>
  Object.fromEntries([...logged.scripts.values()].map(({ id, samples }) => [id, samples]));

describe('the scripts of a V8 log', () => {
  it('have names, lengths, the time of their first code and the places of their functions', () => {
    const [{ functions, ...script }] = read(...top, ...smallLog).scripts.values();
    assert.deepEqual(script, { id: 7, url: 'file:///a/b.js', length: 83, compiledAt: 15, samples: 0 });
    const places = Array.from(functions, ([at, { character, line, column }]) => [at, character, line, column].join());
    assert.deepEqual(places, ['0,0,1,0', '14,14,1,14', '57,57,4,14']);
  });

  it('are known without their top level, as far as their functions tell', () => {
    const [script] = read(...smallLog).scripts.values();
    assert.deepEqual([script.url, script.length], ['file:///a/b.js', undefined]);
  });

  it('count a tick once, wherever in the stack they are, also when only inlined or moved', () => {
    const other = [
      'code-creation,JS,13,40,0x3000,99, :1:1,0xd0,*',
      'code-source-info,0x3000,9,0,50,C0O1C8O2I0,F0O3,S0xb0',
    ];
    const logged = read(
      ...smallLog,
      ...other,
      'tick,0x5004,1000,0,0x0,0,0x1004,0x2004,0x1004',
      'tick,0x400010,2000,0,0x0,0',
      'tick,0x3008,3000,0,0x0,0,overflow',
      'code-move,0x1000,0x8000',
      'tick,0x5004,4000,0,0x0,0,0x8004',
      'tick,0x5004,5000,0,0x0,0,0x1004',
    );
    assert.deepEqual(ticksOf(logged), { 7: 3, 9: 1 });
    assert.equal(logged.ticks, 5);
    assert.equal(logged.scripts.get(9)?.url, '');
  });

  it('are left out where their lines make no sense', () => {
    const logged = read(
      'code-source-info,0x1,7,0,1,,,',
      'code-creation,JS,10,1,zz,5,f /a.js:1:1,0xa0,~',
      'tick,x',
      'tick',
    );
    assert.deepEqual([logged.scripts.size, logged.ticks], [0, 0]);
  });
});
