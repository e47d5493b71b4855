import { finishLeftovers } from '../recorder/index.ts';
import { neutralise } from './text.ts';

/** Makes recordings of what runs of Heatline that were killed have left in this folder, and says where they are. */
export async function tellLeftovers(folder: string): Promise<void> {
  for (const { recording, program, startedAt } of await finishLeftovers(folder)) {
    const when = new Date(startedAt).toLocaleString();
    process.stderr.write(
      neutralise(
        `The recording of ${program} from ${when} was not finished; what there was of it is in ${recording}.`,
      ) + '\n',
    );
  }
}
