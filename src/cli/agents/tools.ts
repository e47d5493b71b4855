import { describeLine } from './describe-line.ts';
import { describeComparison } from './describe-comparison.ts';
import { describeFunction } from './describe-function.ts';
import { type AgentView, describeHotLines, describeRun } from './describe-hot-lines.ts';
import { describeCalls, describeRecordings } from './describe-lists.ts';
import { analyzeApart } from '../analyze-apart.ts';
import { loadSide } from '../recorded-sides.ts';
import { defineTool } from './define-tool.ts';
import { type AgentCall, findRecording, linesFor, listRecordings, loadAnalysis, readingOf } from './recordings.ts';
import { countProgram, recordProgram } from './run-program.ts';

const text = (description: string) => ({ type: 'string', description }) as const;
const texts = (description: string) =>
  ({ type: 'array', items: { type: 'string' }, minItems: 1, description }) as const;
const integer = (minimum: number, maximum: number, description: string) =>
  ({ type: 'integer', minimum, maximum, description }) as const;

const recording = text('Id of a recording, as profile_program and list_recordings tell it.');
const skip = integer(0, 1_000_000, 'Rows to leave out, for the next page.');
const seconds = integer(1, 3600, 'Stop the program after so many seconds, such as a server; default 60.');

const viewOf = (recordings: readonly string[], call: AgentCall): AgentView => ({
  root: call.root,
  lineOf: linesFor(recordings, call),
});

/** What an agent can ask, in the order in which it needs them. */
export const agentTools = [
  defineTool({
    name: 'profile_program',
    title: 'Profile a program',
    description:
      'Runs a JavaScript or TypeScript program and measures which lines take the time. It runs in the folder of the project, without a shell. Answers with where the time goes, the hottest lines and the id of the recording. To compare two versions of the code, profile both with "runs": 3 or more.',
    parameters: {
      command: texts('A file and its arguments (["src/app.ts", "--fast"]), or any command (["npm", "test"]).'),
      runs: integer(1, 20, 'How often to run it; default 1. Several runs tell changes of lines from noise.'),
      seconds,
    },
    required: ['command'],
    runsPrograms: true,
    answer: async ({ command, ...limits }, call) => {
      const run = await recordProgram(command, limits, call);
      return describeRun(run, viewOf([run.id], call));
    },
  }),
  defineTool({
    name: 'list_hot_lines',
    title: 'List hot lines',
    description: 'The lines of a recording that took the most time, with their source.',
    parameters: {
      recording,
      all: { type: 'boolean', description: 'Lines of dependencies and of Node too, not only of own code.' },
      skip,
    },
    required: ['recording'],
    answer: async (args, call) =>
      describeHotLines(await loadAnalysis(args.recording, call), args, viewOf([args.recording], call)),
  }),
  defineTool({
    name: 'explain_function',
    title: 'Explain a function',
    description:
      'How much time a function took by itself and in all, who called it, what it called, and its hot lines.',
    parameters: {
      recording,
      function: text('Name of the function.'),
      file: text('Path of its file, or the end of it, where several have that name.'),
    },
    required: ['recording', 'function'],
    answer: async (args, call) =>
      describeFunction(await loadAnalysis(args.recording, call), args, viewOf([args.recording], call)),
  }),
  defineTool({
    name: 'explain_line',
    title: 'Explain a line',
    description: 'How much time a line took, how sure that is, and why it is slow as far as V8 tells.',
    parameters: {
      recording,
      file: text('Path of the file, or the end of it.'),
      line: integer(1, 100_000_000, 'Number of the line; the first is 1.'),
    },
    required: ['recording', 'file', 'line'],
    answer: async (args, call) =>
      describeLine(await loadAnalysis(args.recording, call), args, viewOf([args.recording], call)),
  }),
  defineTool({
    name: 'compare_runs',
    title: 'Compare runs',
    description:
      'Whether a program got faster or slower, beyond what its runs differ by themselves, and which lines and functions did.',
    parameters: {
      before: text('Id of the recording before the change.'),
      after: text('Id of the recording after the change.'),
    },
    required: ['before', 'after'],
    answer: async (args, call) => {
      const load = (name: string) => loadSide([findRecording(name, call)], readingOf(call), analyzeApart);
      const sides = { before: await load(args.before), after: await load(args.after) };
      return describeComparison(sides, viewOf([args.after, args.before], call));
    },
  }),
  defineTool({
    name: 'list_recordings',
    title: 'List recordings',
    description: 'The recordings that there are, the newest first.',
    parameters: { skip },
    required: [],
    answer: (args, call) => describeRecordings(listRecordings(call), args),
  }),
  defineTool({
    name: 'count_calls',
    title: 'Count calls',
    description:
      'Runs a JavaScript or TypeScript file and counts exactly how often each function is called. Tells no times.',
    parameters: {
      command: texts('The file and its arguments: ["src/app.ts", "--fast"].'),
      functions: texts('Names of functions; default: those of own code, the most called first.'),
      seconds,
    },
    required: ['command'],
    runsPrograms: true,
    answer: async ({ command, functions = [], ...limits }, call) => {
      const run = await countProgram(command, { ...limits, functions }, call);
      return describeCalls(run.timing, functions, run);
    },
  }),
];
