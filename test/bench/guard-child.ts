// Opens one file in a process of its own, and prints what the whole process took, from its start: CPU time in ms, and the
// peak of its memory in bytes. Arguments: `analyze`, or one of the naive ways to read a file, and the file.
import { readFileSync } from 'node:fs';
import { analyze } from '../../src/analysis/analyze.ts';
import { peakMemory } from './peak-memory.ts';

const tasks: Readonly<Record<string, (path: string) => unknown>> = {
  analyze: (path) => analyze(path),
  json: (path) => JSON.parse(readFileSync(path, 'utf8')) as unknown,
  lines: (path) => readFileSync(path, 'latin1').split('\n'),
};

const [, , task, path] = process.argv;
const result = await tasks[task](path);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
if (result === undefined) throw new Error('nothing was read'); // and nothing of the result was collected early
console.log(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: peakMemory() }));
