import assert from 'node:assert/strict';
import {
  allocateColumns,
  buildPanelModel,
  columnNames,
  type HostMessage,
  modelMessages,
  ModelReceiver,
  type PanelHeader,
} from '../../../src/panel/index.ts';
import { viewOfStacks } from '../extension/view-of-stacks.ts';

describe('messages that hand a model over', () => {
  const { analysis } = viewOfStacks(['main:2 > f:5 > g:3', 'main:2 > f:5', 'main:4', '(idle)']);
  const model = buildPanelModel(analysis, 3, ({ path }) => path);

  it('are put together again by the panel, from pieces of any size', () => {
    const long = Int32Array.from({ length: 5000 }, (_, row) => row - 1);
    const columns = { ...model.columns, 'tree.parent': long };
    const header = { ...model.header, lengths: { ...model.header.lengths, 'tree.parent': long.length } };
    for (const limit of [16, 4096, 1 << 20]) {
      const messages = [...modelMessages({ header, columns }, limit)];
      assert.deepEqual(messages.at(-1), { type: 'modelComplete', model: 3 });
      const pieces = messages.filter((message) => message.type === 'modelPiece');
      assert.ok(pieces.every(({ bytes, model: of }) => of === 3 && bytes.byteLength <= limit));
      const receiver = new ModelReceiver();
      const last = messages.map((message) => receiver.receive(message)).at(-1);
      assert.deepEqual(last, { header, columns });
    }
  });

  it('copies, so that the analysis keeps its arrays', () => {
    for (const message of modelMessages(model))
      if (message.type === 'modelPiece') structuredClone(message.bytes, { transfer: [message.bytes] });
    assert.ok(model.columns['tree.function'].length > 0);
  });
});

describe('ModelReceiver', () => {
  const lengths = Object.fromEntries(
    columnNames.map((name) => [name, name === 'tree.parent' ? 4 : 0]),
  ) as PanelHeader['lengths'];
  const header = (model: number): PanelHeader => ({ model, lengths }) as unknown as PanelHeader;
  const piece = (model: number, offset: number, values: readonly number[]): HostMessage & { type: 'modelPiece' } => ({
    type: 'modelPiece',
    model,
    column: 'tree.parent',
    offset,
    bytes: Int32Array.from(values).buffer,
  });

  it('puts pieces together, whatever their order', () => {
    const receiver = new ModelReceiver();
    receiver.receive({ type: 'modelStart', header: header(3) });
    receiver.receive(piece(3, 8, [7, 8]));
    receiver.receive(piece(3, 0, [5, 6]));
    const received = receiver.receive({ type: 'modelComplete', model: 3 });
    assert.deepEqual(received?.columns, { ...allocateColumns(lengths), 'tree.parent': Int32Array.of(5, 6, 7, 8) });
  });

  it('drops pieces of an older model', () => {
    const receiver = new ModelReceiver();
    receiver.receive({ type: 'modelStart', header: header(1) });
    receiver.receive({ type: 'modelStart', header: header(2) });
    assert.equal(receiver.receive(piece(1, 0, [1, 2, 3, 4])), undefined);
    assert.equal(receiver.receive({ type: 'modelComplete', model: 1 }), undefined);
  });
});
