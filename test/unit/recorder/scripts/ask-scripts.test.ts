import assert from 'node:assert/strict';
import type { InspectorConnection } from '../../../../src/recorder/inspector/inspector-connection.ts';
import { askScripts } from '../../../../src/recorder/scripts/ask-scripts.ts';

const SCRIPT = { id: 7, url: 'http://127.0.0.1/main.js' };
const TEXT = 'work();\n//# sourceMappingURL=main.js.map\n';

/** An inspector whose debugger is on or not, and who hears of it. */
function fakeInspector({ isShared = false, isOn: wasOn = false }) {
  let isOn = wasOn;
  const asked: string[] = [];
  let tell: (script: object) => void = () => undefined;
  const send = (method: string, { scriptId = '' } = {}): Promise<object> => {
    asked.push(method);
    if (method === 'Debugger.enable' && !isShared)
      tell({ url: SCRIPT.url, scriptId: '7', sourceMapURL: 'main.js.map' });
    if (method !== 'Debugger.getScriptSource') isOn = method === 'Debugger.enable';
    else if (!isOn) return Promise.reject(new Error('Debugger agent is not enabled'));
    else if (scriptId !== '7') return Promise.reject(new Error(`No script for id: ${scriptId}`));
    return Promise.resolve({ scriptSource: TEXT });
  };
  const on = (_: string, listener: typeof tell): void => void (tell = listener);
  return { connection: { isShared, send, on } as unknown as InspectorConnection, asked, isOn: () => isOn };
}

describe('scripts that a program is asked for', () => {
  for (const { name, given, isOnAfter, enabled } of [
    { name: 'by a debugger of our own', given: {}, isOnAfter: false, enabled: true },
    {
      name: 'by one that is shared and stays on',
      given: { isShared: true, isOn: true },
      isOnAfter: true,
      enabled: false,
    },
    { name: 'in a shared session without debugging', given: { isShared: true }, isOnAfter: false, enabled: true },
  ])
    it(`have their texts: ${name}`, async () => {
      const { connection, asked, isOn } = fakeInspector(given);
      const answer = (await askScripts(connection, [SCRIPT])).get(SCRIPT);
      assert.deepEqual([answer?.id, answer?.url, answer?.text], [7, SCRIPT.url, TEXT]);
      assert.equal(isOn(), isOnAfter);
      assert.equal(asked.includes('Debugger.enable'), enabled);
    });
});
