import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { type ProfilerPorts, ProfilerSession } from '../../../src/extension/debug/profiler-session.ts';
import { writtenKey } from '../../../src/extension/debug/launch-options.ts';
import { attachProgram, recordProgram } from '../../../src/extension/debug/record-program.ts';
import type { RecordingOutcome } from '../../../src/recorder/index.ts';
import { sharedBootloader } from '../../support/bootloader.ts';
import { repository } from '../../support/build.ts';
import { readNotes } from '../../support/recording.ts';
import { useScratch } from '../../support/scratch.ts';
import { wordsOf } from '../../support/told.ts';

/** A message of the protocol, as far as it is looked at. */
interface Message {
  readonly seq: number;
  readonly type: string;
  readonly event?: string;
  readonly command?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly arguments?: DebugProtocol.RunInTerminalRequestArguments;
  readonly body?: {
    readonly output?: string;
    readonly category?: string;
    readonly result?: string;
    readonly breakpoints?: readonly DebugProtocol.Breakpoint[];
    readonly error?: DebugProtocol.Message;
  };
}

/** A debugger's side of the protocol, speaking to a real adapter that records a real program. */
class Client {
  readonly messages: Message[] = [];
  readonly finished: { outcome: RecordingOutcome; restarting: boolean }[] = [];
  readonly session: ProfilerSession;
  /** Ends a series early. */
  enough = (_runs: number): boolean => false;
  /** What the user was told of failures. */
  readonly told: string[] = [];
  /** What attaching fails with, in place of being tried. */
  attachError: Error | undefined;
  readonly #waiting: (() => void)[] = [];
  #sequence = 0;

  constructor(folder: string, bootloader: string) {
    const ports: ProfilerPorts = {
      record: (configuration, launch, note) =>
        recordProgram(configuration, {
          ...{ folder, launch, note, bootloader },
          newPath: (program) => Promise.resolve(`${program}.${this.finished.length}.cpuprofile`),
        }),
      attach: (configuration) => {
        if (this.attachError) return Promise.reject(this.attachError);
        const newPath = (program: string): Promise<string> => Promise.resolve(`${program}.cpuprofile`);
        return attachProgram(configuration, newPath, () => Promise.resolve(false));
      },
      watchCommand: () => ({ ended: new Promise(() => undefined), dispose: () => undefined }),
      started: () => undefined,
      runs: (_, wanted) => ({
        add: (_session, outcome, restarting) => {
          const run = this.finished.push({ outcome, restarting });
          const sentence = wanted > 1 ? `Run ${run} of ${wanted}.` : undefined;
          return Promise.resolve({ goesOn: run < wanted && !this.enough(run), sentence });
        },
        finish: () => Promise.resolve('Hottest line: hot.js:2.'),
      }),
      tellFailure: (error) => void this.told.push((error as Error).message),
      logError: () => undefined,
    };
    this.session = new ProfilerSession((message) => {
      this.messages.push(message);
      for (const wake of this.#waiting.splice(0)) wake();
    }, ports);
  }

  send(message: object): number {
    const seq = ++this.#sequence;
    this.session.handle({ seq, ...message } as DebugProtocol.ProtocolMessage);
    return seq;
  }

  request(command: string, args: object = {}): Promise<Message> {
    const seq = this.send({ type: 'request', command, arguments: args });
    return this.until((message) => message.type === 'response' && message.request_seq === seq);
  }

  event(name: string): Promise<Message> {
    return this.until(({ event }) => event === name);
  }

  async until(test: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(test);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** What came in a category; `plain`: without one, which VS Code does not draw as a warning. */
  output(category?: 'plain' | 'stdout' | 'stderr' | 'console'): string {
    return this.messages
      .filter(({ event }) => event === 'output')
      .filter(({ body }) => category === undefined || (body?.category ?? 'plain') === category)
      .map(({ body }) => body?.output)
      .join('');
  }
}

/** Starts what a terminal was asked to run, as it would; and all that it prints. */
function spawnAsAsked(request: Message) {
  const { args, cwd, env = {} } = request.arguments ?? assert.fail();
  const [command, ...rest] = args;
  const changed = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null);
  const terminal = spawn(command, rest, { cwd, env: { ...process.env, ...Object.fromEntries(changed) } });
  return { terminal, printed: text(terminal.stdout) };
}

const endless =
  'globalThis.answer = 42; console.log("up"); setInterval(() => { for (let i = 0; i < 1e6; i++) Math.sqrt(i); }, 5);';

describe('debug adapter', () => {
  const scratch = useScratch();
  let bootloader = '';
  let programs = 0;
  before(async () => {
    bootloader = await sharedBootloader();
  });

  async function start(
    code: string,
    more: object = {},
    initialize: object = {},
  ): Promise<{ client: Client; launched: Promise<Message> }> {
    const program = scratch(`program-${++programs}.js`);
    writeFileSync(program, code);
    const client = new Client(scratch(), bootloader);
    await client.request('initialize', { adapterID: 'heatline', ...initialize });
    const launched = client.request('launch', { type: 'heatline', request: 'launch', name: 'test', program, ...more });
    return { client, launched };
  }

  /** Starts a program, and waits for its end. */
  async function run(...[code, more]: Parameters<typeof start>): Promise<Client> {
    const { client, launched } = await start(code, more);
    assert.ok((await launched).success);
    await client.event('terminated');
    return client;
  }

  it('runs a program to its end: output on its streams, exit code, recording, then the end of the session', async () => {
    const code =
      'console.log("out", process.argv.slice(2), process.env.COLOUR, process.env.HOME); console.error("err"); process.exitCode = 3;';
    const client = await run(code, {
      ...{ sampler: 'inspector', args: ['one', 'two words'], env: { COLOUR: 'blue', HOME: null } },
    });
    assert.equal(client.output('stdout'), "out [ 'one', 'two words' ] blue undefined\n");
    assert.match(client.output('stderr'), /^err\n$/);
    assert.equal(client.output('plain'), 'The program ended with code 3.\nHottest line: hot.js:2.\n');
    assert.equal(client.output('console'), '');
    assert.deepEqual((await client.event('exited')).body, { exitCode: 3 });
    const [{ outcome, restarting }] = client.finished;
    assert.equal(restarting, false);
    const recording = readFileSync(outcome.recording ?? assert.fail('no recording'), 'utf8');
    assert.match(recording, /"nodes":\[\{.*"\$heatline":\{"version":1,/);
  });

  it('takes the arguments of Node as one text too, its path from the working directory, steady runs, and no input', async () => {
    mkdirSync(scratch('project'));
    symlinkSync(process.execPath, scratch('project', 'mynode'));
    const code = 'process.stdin.on("end", () => console.log(process.execArgv.join(), process.env.PORT)).resume();';
    const runtime = { runtimeExecutable: './mynode', runtimeArgs: '--stack-trace-limit=7 --no-opt', steady: true };
    const client = await run(code, { ...runtime, cwd: scratch('project'), env: { PORT: 8080 } });
    const flags = '--no-concurrent-recompilation,--stack-trace-limit=7,--no-opt';
    assert.equal(client.output('stdout'), `${flags} 8080\n`);
  });

  it('records what a launcher starts, also one of node_modules/.bin, and says that it cannot make that steady', async () => {
    const program = scratch('typed.ts');
    writeFileSync(program, 'enum Way { tsx = "by tsx" }\nconsole.log(Way.tsx, process.argv[2]);');
    const client = await run('', {
      ...{ program, cwd: repository, sampler: 'inspector', steady: true },
      ...{ runtimeExecutable: 'tsx', runtimeArgs: ['--no-cache'], args: ['word'] },
    });
    assert.equal(client.output('stdout'), 'by tsx word\n');
    assert.match(client.output(), /"steady" is for a program that Heatline runs itself/);
    assert.deepEqual((await client.event('exited')).body, { exitCode: 0 });
    const { index } = await readNotes(client.finished[0].outcome.recording ?? '');
    assert.ok(wordsOf(index?.threads, 'name', 'recorded').includes('typed.ts true'));
  });

  it('answers what it cannot do, and stops the program with the recording kept', async () => {
    const { client, launched } = await start(endless);
    await launched;
    // The adapter answers before the program's first line.
    await client.until(({ body }) => body?.output?.includes('up') === true);
    const evaluated = await client.request('evaluate', { expression: 'answer + 1', context: 'repl' });
    assert.match(evaluated.message ?? '', /only profiles programs; it does not support "evaluate"/);
    assert.equal((await client.request('pause')).success, false);
    const { body } = await client.request('setBreakpoints', { source: {}, breakpoints: [{ line: 1 }] });
    assert.deepEqual(
      body?.breakpoints?.map(({ verified }) => verified),
      [false],
    );
    assert.ok((await client.request('terminate')).success);
    await client.event('terminated');
    assert.deepEqual(client.finished[0].outcome.ending, { kind: 'stopped', by: 'user' });
    assert.ok(client.finished[0].outcome.recording);
  });

  it('runs a program several times, each into a recording of its own, until the series has enough', async () => {
    const { client } = await start('console.log("once more")', { runs: 5 });
    client.enough = (runs) => runs === 2;
    await client.event('terminated');
    assert.equal(client.output('stdout'), 'once more\n'.repeat(2));
    assert.equal(client.output('plain'), 'Run 1 of 5.\nRun 2 of 5.\nHottest line: hot.js:2.\n');
    assert.equal(client.finished.length, 2);
    assert.deepEqual((await client.event('exited')).body, { exitCode: 0 });
  });

  it('knows a restart from an end', async () => {
    const { client, launched } = await start(endless);
    await launched;
    await client.request('disconnect', { restart: true });
    assert.equal(client.finished[0].restarting, true);
  });

  it('starts the program in a terminal through the client, with only what differs in the environment', async () => {
    const { client, launched } = await start(
      'console.log("in terminal", process.env.COLOUR)',
      { console: 'integratedTerminal', env: { COLOUR: 'red' } },
      { supportsRunInTerminalRequest: true },
    );
    const reverse = await client.until(({ command }) => command === 'runInTerminal');
    const { args, env = {}, kind } = reverse.arguments ?? assert.fail();
    assert.equal(kind, 'integrated');
    assert.equal(env.COLOUR, 'red');
    assert.ok(!('PATH' in env));
    assert.ok(isAbsolute(args[0]), `${args[0]} may be another Node in the terminal`);
    const { terminal, printed } = spawnAsAsked(reverse);
    const answer = { request_seq: reverse.seq, success: true, body: { processId: terminal.pid } };
    client.send({ type: 'response', command: 'runInTerminal', ...answer });
    assert.ok((await launched).success);
    await client.event('terminated');
    assert.equal(await printed, 'in terminal red\n');
    assert.equal(client.output('stdout'), '');
    assert.ok(client.finished[0].outcome.recording);
  });

  for (const [what, body] of [
    ['has no shell yet', undefined],
    ['has not begun the program', {}],
  ] as const)
    it(`ends by Stop at once while a terminal ${what}, and the program as soon as it begins`, async () => {
      const { client, launched } = await start(
        ...([
          'setInterval(Object, 1000)',
          { console: 'integratedTerminal' },
          { supportsRunInTerminalRequest: true },
        ] as const),
      );
      const reverse = await client.until(({ command }) => command === 'runInTerminal');
      const answer = { command: 'runInTerminal', request_seq: reverse.seq, success: true, body };
      if (body) client.send({ type: 'response', ...answer });
      await client.request('disconnect');
      await client.event('terminated');
      client.session.dispose();
      assert.equal(await spawnAsAsked(reverse).printed, '');
      assert.equal((await launched).success, false);
      assert.deepEqual([client.told, client.finished], [[], []]);
      const recordings = readdirSync(scratch()).filter((name) => name.endsWith('.cpuprofile'));
      assert.deepEqual(
        recordings.filter((name) => name.startsWith(`program-${programs}`)),
        [],
      );
    });

  it('ends a series by Stop at once while its next run waits for a terminal, with the run before kept', async () => {
    const { client, launched } = await start(
      'console.log("a run")',
      { console: 'integratedTerminal', runs: 3 },
      { supportsRunInTerminalRequest: true },
    );
    const isAsked = ({ command }: Message): boolean => command === 'runInTerminal';
    const first = await client.until(isAsked);
    const { terminal, printed } = spawnAsAsked(first);
    const answer = { type: 'response', command: 'runInTerminal', success: true } as const;
    client.send({ ...answer, request_seq: first.seq, body: { processId: terminal.pid } });
    assert.ok((await launched).success);
    const next = await client.until((message) => isAsked(message) && message !== first);
    client.send({ ...answer, request_seq: next.seq, body: {} });
    await client.request('disconnect');
    await client.event('terminated');
    assert.equal(await printed, 'a run\n');
    client.session.dispose();
    assert.equal(await spawnAsAsked(next).printed, '');
    assert.equal(client.finished.length, 1);
    assert.ok(client.finished[0].outcome.recording);
  });

  for (const [what, more, sentence] of [
    ['a program that is not there', { program: 'nowhere.js' }, /nowhere\.js does not exist/],
    ['an interval that cannot be read', { samplingInterval: 'often' }, /"often" is not a sampling interval/],
    ['a runtime that is not there', { runtimeExecutable: 'no-such-node' }, /No Node found: no-such-node/],
    ['a folder that is not there', { cwd: '/nowhere' }, /The working directory \/nowhere does not exist/],
    ['a number of runs that is none', { runs: 1.5 }, /"runs" must be a whole number of runs from 1 to 30, not 1\.5/],
    ['an environment file that is not there', { envFile: 'no.env' }, /no\.env cannot be read/],
  ] as const) {
    it(`says in one sentence that the configuration names ${what}`, async () => {
      const { client, launched } = await start('', more);
      const answer = await launched;
      assert.equal(answer.success, false);
      assert.match(answer.message ?? '', sentence);
      assert.doesNotMatch(answer.message ?? '', /\n|\bat .*:\d+:\d+/);
      await client.event('terminated');
    });
  }

  it('attaches to a program that runs, and leaves it running', async () => {
    const program = scratch('running.js');
    writeFileSync(program, endless);
    const child = spawn(process.execPath, ['--inspect=0', program]);
    try {
      const [url] = (await once(child.stderr, 'data')) as [Buffer];
      const port = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(String(url))?.[1];
      const client = new Client(scratch(), bootloader);
      await client.request('initialize');
      assert.equal((await client.request('attach', { port })).success, true);
      await client.request('disconnect');
      await client.event('terminated');
      assert.ok(client.finished[0].outcome.recording);
      assert.equal(child.exitCode ?? child.signalCode, null);
    } finally {
      child.kill('SIGKILL');
    }
    const { message = '' } = await new Client(scratch(), bootloader).request('attach', {});
    assert.match(message, /Say what to attach to: set "port"/);
  });

  for (const [what, code, more, ...expected] of [
    ['tells itself why nothing was profiled', 'attach-nothing-there', {}, false, ['why']],
    ['leaves that to VS Code where launch.json may be wrong', 'attach-nothing-there', { [writtenKey]: true }, true, []],
    ['says nothing to a user who declined', 'attach-declined', {}, false, []],
    [
      'says nothing to one who declined what launch.json asks for',
      'attach-declined',
      { [writtenKey]: true },
      false,
      [],
    ],
  ] as const)
    it(what, async () => {
      const client = new Client(scratch(), bootloader);
      // Not of the class that this test could import: the recorder, a bundle of its own, has its own.
      client.attachError = Object.assign(new Error('why'), { name: 'RecordingError', code });
      const answer = await client.request('attach', { port: 1, ...more });
      await client.event('terminated');
      assert.deepEqual([answer.body?.error?.showUser, client.told], expected);
    });
});
