// Records in a process of its own, whose memory can be looked at: started with `fork` by `long-server.ts`, with the options
// as JSON. Tells what it records, and when it is told to stop, what came of it.
import { type RecordOptions, startRecording } from '../../src/recorder/index.ts';

const session = await startRecording(JSON.parse(process.argv[2]) as RecordOptions);
process.send?.({ pid: session.pid, folder: session.folder });
process.once('message', () => void session.stop());
const { recording, diagnostics } = await session.finished;
process.send?.({ recording, codes: diagnostics.map(({ code }) => code) });
process.disconnect();
