import assert from 'node:assert/strict';
import {
  asHeatline,
  isProfileable,
  picksProcess,
  type WrittenConfiguration,
} from '../../../src/extension/debug/node-configurations.ts';

const written = (more: object): WrittenConfiguration => ({ type: 'node', request: 'launch', name: 'n', ...more });

describe('configurations of the Node debugger', () => {
  it('keep what they launch, its task and what is for one system only', () => {
    const rest = {
      program: '${workspaceFolder}/a.ts',
      args: ['x'],
      env: { A: '1' },
      envFile: ['a.env', 'b.env'],
      preLaunchTask: 'build',
      skipFiles: ['<node_internals>/**'],
      linux: { runtimeExecutable: 'node20' },
    };
    assert.deepEqual(asHeatline(written(rest)), { ...written(rest), type: 'heatline' });
    assert.deepEqual(asHeatline(written({ ...rest, type: 'pwa-node' })), { ...written(rest), type: 'heatline' });
  });

  it('leave the inspector to the profiler', () => {
    const flags = ['--inspect-brk', '--inspect=9230', '--inspect-port=1', '--no-warnings', '--inspector-is-mine'];
    const kept = ['--no-warnings', '--inspector-is-mine'];
    assert.deepEqual(asHeatline(written({ program: 'a.js', runtimeArgs: flags })).runtimeArgs, kept);
    assert.equal(asHeatline(written({ program: 'a.js', runtimeArgs: flags.join(' ') })).runtimeArgs, kept.join(' '));
  });

  it('run what their arguments say where they name no program, and never the file in front', () => {
    assert.equal(asHeatline(written({ runtimeArgs: ['--test', 'a.js'] })).program, '');
    assert.equal(asHeatline(written({ runtimeExecutable: 'npm', runtimeArgs: ['run', 'x'] })).program, undefined);
  });

  it('run in the terminal that VS Code has', () => {
    assert.equal(asHeatline(written({ program: 'a', console: 'externalTerminal' })).console, 'integratedTerminal');
  });

  it('attach to where their debugger would', () => {
    const attach = (more: object): object => asHeatline(written({ request: 'attach', ...more }));
    const same = { type: 'heatline', request: 'attach', name: 'n' };
    assert.deepEqual(attach({ port: 9230, address: 'box' }), { ...same, port: 9230, host: 'box' });
    assert.deepEqual(attach({ processId: '17', port: 1 }), { ...same, processId: '17' });
    assert.deepEqual(attach({ websocketAddress: 'ws://x/y' }), { ...same, address: 'ws://x/y' });
    assert.equal(picksProcess(written({ request: 'attach', processId: '${command:PickProcess}' })), true);
    assert.equal(picksProcess(written({ request: 'attach', processId: '17' })), false);
  });

  it('say what of them Heatline does not know', () => {
    assert.throws(() => asHeatline(written({ runtimeVersion: '20' })), /runtimeVersion.*"n".*runtimeExecutable/);
    assert.throws(() => asHeatline(written({ type: 'node-terminal' })), /no command/);
  });

  it('are told from those of other debuggers', () => {
    const types = ['node', 'pwa-node', 'node-terminal', 'heatline', 'chrome', 'extensionHost', 'python'];
    const known = types.filter((type) => isProfileable(written({ type })));
    assert.deepEqual(known, ['node', 'pwa-node', 'node-terminal', 'heatline']);
  });
});
