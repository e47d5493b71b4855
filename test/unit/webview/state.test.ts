import assert from 'node:assert/strict';
import {
  allocateColumns,
  columnNames,
  type ColumnName,
  type HostMessage,
  type PanelHeader,
} from '../../../src/panel/index.ts';
import { buildTicks } from '../../../src/webview/graph/ruler.ts';
import { ModelReceiver } from '../../../src/webview/model-receiver.ts';
import { defaultPlace, defaultPreferences, parseSavedState, type SavedState } from '../../../src/webview/settings.ts';
import { finish } from '../../support/finish.ts';

describe('the ruler', () => {
  it('marks round times, each with a label of its own', () => {
    for (const [left, right] of [
      [0, 1e6],
      [0, 50],
      [123_456, 123_999],
      [0, 3600e6],
      [9.9e6, 10.1e6],
    ]) {
      const ticks = buildTicks(left, right, 8);
      assert.ok(ticks.length >= 2 && ticks.length <= 12, `${ticks.length} ticks from ${left} to ${right}`);
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length, ticks.map(({ label }) => label).join());
    }
  });
});

describe('saved state', () => {
  const state: SavedState = { version: 1, preferences: defaultPreferences, recording: 'r', place: defaultPlace };

  it('comes back as it was saved', () => assert.deepEqual(parseSavedState(JSON.parse(JSON.stringify(state))), state));

  it('is ignored when it is not what this version saves', () => {
    const broken = [
      undefined,
      null,
      'x',
      {},
      { ...state, version: 2 },
      { ...state, preferences: { ...defaultPreferences, view: 'pie' } },
      { ...state, preferences: { ...defaultPreferences, sort: undefined } },
      { ...state, place: { ...defaultPlace, viewports: {} } },
      { ...state, place: { ...defaultPlace, focus: { kind: 'path' } } },
    ];
    for (const value of broken) assert.equal(parseSavedState(value), undefined, JSON.stringify(value));
  });
});

describe('ModelReceiver', () => {
  const lengths = Object.fromEntries(
    columnNames.map((name) => [name, name === 'tree.parent' ? 4 : 0]),
  ) as PanelHeader['lengths'];
  const header = (model: number): PanelHeader => ({ model, lengths }) as unknown as PanelHeader;
  const piece = (
    model: number,
    offset: number,
    values: readonly number[],
    column = 'tree.parent',
  ): HostMessage & { type: 'modelPiece' } => ({
    type: 'modelPiece',
    model,
    column: column as ColumnName,
    offset,
    bytes: Int32Array.from(values).buffer,
  });

  it('puts pieces together, whatever their order', () => {
    const receiver = new ModelReceiver();
    receiver.receive({ type: 'modelStart', header: header(3) });
    assert.deepEqual(receiver.receive(piece(3, 8, [7, 8])), { kind: 'partial', share: 0.5 });
    receiver.receive(piece(3, 0, [5, 6]));
    const received = receiver.receive({ type: 'modelComplete', model: 3 });
    assert.ok(received?.kind === 'complete');
    assert.deepEqual(received.model.columns, { ...allocateColumns(lengths), 'tree.parent': Int32Array.of(5, 6, 7, 8) });
  });

  it('leaves the samples for later, and says then if they are damaged', () => {
    const receiver = new ModelReceiver();
    const sampled = { ...lengths, 'tree.parent': 0, 'samples.node': 4 };
    receiver.receive({ type: 'modelStart', header: { model: 1, lengths: sampled } as unknown as PanelHeader });
    receiver.receive({ ...piece(1, 0, [5, 6], 'samples.node'), unpackedBytes: 8 });
    receiver.receive(piece(1, 8, [7, 8], 'samples.node'));
    const received = receiver.receive({ type: 'modelComplete', model: 1 });
    assert.ok(received?.kind === 'complete');
    const column = received.model.columns['samples.node'];
    assert.deepEqual([...column], [0, 0, 0, 0]);
    assert.throws(() => finish(received.completion), /samples\.node is damaged/);
    assert.deepEqual([...column.subarray(2)], [7, 8]);
  });

  it('drops pieces of an older model', () => {
    const receiver = new ModelReceiver();
    receiver.receive({ type: 'modelStart', header: header(1) });
    receiver.receive({ type: 'modelStart', header: header(2) });
    assert.equal(receiver.receive(piece(1, 0, [1, 2, 3, 4])), undefined);
    assert.equal(receiver.receive({ type: 'modelComplete', model: 1 }), undefined);
  });

  it('says when a piece is missing, too long, or of an unknown column', () => {
    const broken = (message: HostMessage & { type: 'modelPiece' | 'modelComplete' }): string => {
      const receiver = new ModelReceiver();
      receiver.receive({ type: 'modelStart', header: header(1) });
      const received = receiver.receive(message);
      assert.ok(received?.kind === 'broken');
      return received.message;
    };
    assert.match(broken({ type: 'modelComplete', model: 1 }), /0 of 16 bytes/);
    assert.match(broken(piece(1, 8, [1, 2, 3])), /tree\.parent is longer/);
    assert.match(broken({ ...piece(1, 0, [1, 2]), unpackedBytes: 16 }), /tree\.parent is damaged/);
    assert.match(broken({ ...piece(1, 0, [1, 2]), unpackedBytes: 20 }), /tree\.parent is longer/);
    assert.match(broken(piece(1, 0, [1], 'constructor')), /unknown column: constructor/);
  });
});
