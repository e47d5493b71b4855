import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RecordOptions } from '../../../src/recorder/index.ts';

const source = new URL('../../../src/recorder/index.ts', import.meta.url).href;

/** Records in a process of its own, which can be killed; that process and the program's process id. */
export async function recordApart(options: RecordOptions): Promise<{ recorder: ChildProcess; pid: number }> {
  const code = `import { startRecording } from ${JSON.stringify(source)};
    const session = await startRecording(${JSON.stringify(options)});
    console.log(session.pid);`;
  const recorder = spawn(process.execPath, ['--import=tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(recorder.stdout, 'data')) as [Buffer];
  return { recorder, pid: Number(pid.toString()) };
}
