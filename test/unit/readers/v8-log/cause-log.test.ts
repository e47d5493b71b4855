import assert from 'node:assert/strict';
import { buildCauses } from '../../../../src/readers/v8-log/build-causes.ts';
import { CauseLog } from '../../../../src/readers/v8-log/cause-log.ts';
import { layoutOf } from '../../../../src/readers/v8-log/shapes.ts';
import { smallLog } from './log-text.ts';

function readLog(lines: readonly string[]) {
  const log = new CauseLog();
  for (const text of [...smallLog, ...lines]) {
    const bytes = Buffer.from(`${text}\n`);
    log.line(bytes, 0, bytes.length - 1);
  }
  return log.build([], [OWN_SCRIPT]);
}

/** Heatline's own, at 0x3000. */
const OWN_SCRIPT = '/heatline/bootloader.cjs';
const ownCode = [
  `script-source,8,${OWN_SCRIPT},function add() {}`,
  `code-creation,JS,10,20,0x3000,20,add ${OWN_SCRIPT}:1:13,0xc0,~`,
  'code-source-info,0x3000,8,12,16,C0O14,,',
];

/** What is told of how the objects became dictionaries that the one access reads; places by their character. */
function dictionaryOf(...lines: readonly string[]) {
  const logged = readLog([...ownCode, ...lines, read('0x20')]);
  const { positions } = logged.request;
  const [{ dictionary }] = buildCauses(logged, (position) => ({
    file: 'b.js',
    line: positions.column[position],
  })).sites;
  return dictionary;
}

/** What is known of the one access in a log with these lines. */
function siteOf(...lines: readonly string[]) {
  const { sites, passedOver } = readLog(lines);
  assert.deepEqual([sites.size, passedOver], [1, 0]);
  const shapes = [...[...sites.values()][0].shapes];
  return shapes.map((shape) => ({
    layout: layoutOf(shape).steps.map(({ added }) => added),
    reasons: [...(shape.normalised?.values() ?? [])].map(({ reason }) => reason),
  }));
}

const read = (map: string): string => `LoadIC,0x2004,100,1,1,1,N,${map},value,,`;
const map = (kind: string, from: string, to: string, reason: string, name: string, pc = '0x2004'): string =>
  `map,${kind},90,${from},${to},${pc},1,1,${reason},${name}`;

describe('The lines about causes in a V8 log', () => {
  it('tell of the map that is at an address now, and not of one that was there', () => {
    const [first, second] = siteOf(
      map('Transition', '0x10', '0x20', '', 'old'),
      read('0x20'),
      'map-create,91,0x20',
      read('0x20'),
    );
    assert.deepEqual([first.layout, second.layout], [['old'], []]);
  });

  it('tell why the objects of this dictionary became one, and not those of another that had its address', () => {
    const [first, second] = siteOf(
      map('Normalize', '0x10', '0x20', 'DeletingProperty', ''),
      map('NormalizeCached', '0x10', '0x20', 'TooManyFastProperties', ''),
      read('0x20'),
      map('Normalize', '0x10', '0x20', 'SlowTransition', ''),
      read('0x20'),
    );
    assert.deepEqual(first.reasons, ['DeletingProperty', 'TooManyFastProperties']);
    assert.deepEqual(second.reasons, ['SlowTransition']);
  });

  it('tell the one reason and place why objects of a shape became dictionaries, and none where there are several', () => {
    const at = (pc: string, reason = 'DeletingProperty'): string =>
      map('NormalizeCached', '0x10', '0x20', reason, '', pc);
    const place = { file: 'b.js', line: 32 };
    assert.deepEqual(dictionaryOf(at('0x2004'), at('0x2004')), { reason: 'deleted', at: place });
    assert.deepEqual(dictionaryOf(at('0x2004'), at('0x1004')), { reason: 'deleted' });
    const others = at('0x1004', 'TooManyFastProperties');
    assert.deepEqual(dictionaryOf(at('0x2004'), others), {});
    // These had the property that is read.
    const had = [
      map('Transition', '0x10', '0x18', '', 'value'),
      map('NormalizeCached', '0x18', '0x20', 'DeletingProperty', ''),
    ];
    assert.deepEqual(dictionaryOf(...had, others), { reason: 'deleted', at: place });
    const named = (line: string): string => line.replace('value', 'gr\\xf6\\xdfe');
    assert.deepEqual(dictionaryOf(...had.map(named), others, named(read('0x20'))), { reason: 'deleted', at: place });
  });

  it('tell of a store the objects that have the property, and not those that only get it', () => {
    const shapes = [map('Transition', '0x10', '0x20', '', 'id'), map('Transition', '0x20', '0x30', '', 'value')];
    const store = (at: string): string => read(at).replace('LoadIC', 'StoreIC');
    assert.deepEqual(
      siteOf(...shapes, store('0x20'), store('0x30')).map(({ layout }) => layout),
      [['id', 'value']],
    );
    const dictionary = [map('Normalize', '0x10', '0x20', 'DeletingProperty', ''), store('0x20')];
    assert.deepEqual(siteOf(...dictionary)[0].reasons, ['DeletingProperty']);
  });

  it('do not tell what Heatline and Node themselves do', () => {
    const nodes = map('Normalize', '0x10', '0x20', 'TooManyFastProperties', '', '0x0');
    const ours = map('Normalize', '0x10', '0x20', 'TransitionToDifferentAccessor', '', '0x3000');
    const theirs = map('NormalizeCached', '0x10', '0x20', 'TooManyFastProperties', '');
    assert.equal(dictionaryOf(ours)?.reason, undefined);
    assert.equal(dictionaryOf(nodes, ours)?.reason, undefined);
    assert.equal(dictionaryOf(ours, theirs)?.reason, 'many');
  });
});
