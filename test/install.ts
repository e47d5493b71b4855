// Installs from npm what the tests need, all at once: `node --import=tsx test/install.ts`. What is there is kept. Each test
// also installs by itself what it lacks; here they do not wait for one another.
import { pathToFileURL } from 'node:url';
import { nodeBinary, nodeMajors } from './support/nodes.ts';
import { runnerModules, runnerNames } from './support/runners.ts';
import { findChromium } from './vscode-host/chromium.ts';
import { vscodeExecutable } from './vscode-host/executable.ts';

/** What could not be installed, as sentences: the tests that need it will say so too. */
export async function installForTests(): Promise<string[]> {
  const tasks: Promise<unknown>[] = [
    ...nodeMajors.map(nodeBinary),
    ...runnerNames.map(runnerModules),
    findChromium(),
    vscodeExecutable(),
  ];
  const results = await Promise.allSettled(tasks);
  return results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const sentence of await installForTests()) console.log(sentence);
}
