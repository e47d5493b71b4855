import { bootloaderFlags, bootloaderNodeOptions, LOG_NAME, RENDEZVOUS_VARIABLE } from '../recording/rendezvous.ts';

/**
 * Takes our flags out of `process.execArgv`: children and workers would inherit them. They come first, those for the log
 * before the others; a worker repeats both, whatever its process shows. A program that repeats all options of Node has the others
 * somewhere.
 */
export function hideFlags(bootloader: string): void {
  const flags = process.execArgv;
  const isOurs = flags[0] === '--prof' && flags.some(isOfLog);
  const lastOfLog = flags.findIndex((flag) => flag.startsWith('--prof-sampling-interval='));
  if (isOurs) flags.splice(0, lastOfLog + 1);
  const own = bootloaderFlags(bootloader);
  if (own.every((flag, index) => flags[index] === flag)) flags.splice(0, own.length);
  const repeated = flags.findIndex((flag, index) => flag === '--require' && flags[index + 1] === bootloader);
  if (repeated >= 0) flags.splice(repeated, 2);
  const joined = flags.indexOf(`--require=${bootloader}`);
  if (joined >= 0) flags.splice(joined, 1);
}

const isOfLog = (flag: string): boolean => flag.startsWith('--logfile=') && flag.endsWith(`%t-${LOG_NAME}`);

/** How our options for Node had come to a program: `reduced` are those for one that refuses the inspector's. */
export type OptionsSeen = 'none' | 'usual' | 'reduced';

/**
 * Takes our variables out of the environment, and tells whether `NODE_OPTIONS` had brought us here: then the recorder has not
 * started this program itself.
 */
export function hideVariables(bootloader: string): OptionsSeen {
  const { env } = process;
  delete env[RENDEZVOUS_VARIABLE];
  const options = env.NODE_OPTIONS;
  const reduced = bootloaderNodeOptions(bootloader, true);
  if (options?.includes(reduced) !== true) return 'none';
  const usual = bootloaderNodeOptions(bootloader);
  const others = options.split(usual).join('').split(reduced).join('');
  if (others === '') delete env.NODE_OPTIONS;
  else env.NODE_OPTIONS = others;
  return options.includes(usual) ? 'usual' : 'reduced';
}
