import assert from 'node:assert/strict';
import inspector from 'node:inspector';
import { openInspector } from '../../../src/in-program/own-inspector.ts';

describe('opening the inspector', () => {
  const { open } = inspector;
  afterEach(() => void (inspector.open = open));

  it('throws where Node says only on standard error that it cannot listen', () => {
    inspector.open = () => ({ [Symbol.dispose]: () => undefined });
    assert.throws(() => openInspector(undefined), /could not listen/);
  });
});
