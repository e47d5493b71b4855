/**
 * The layers of the architecture, enforced. Each folder may import what its row names and nothing else.
 * @type {Record<string, { may: string[], why: string }>}
 */
const layers = {
  urls: { may: [], why: 'What a url or a path says by itself; whoever reads files or maps asks here.' },
  kernels: { may: [], why: 'The loops in WebAssembly; what their columns mean is their callers’ business.' },
  recording: {
    may: [],
    why: 'The contract between who records and who reads: both stand on it, so it stands on nothing.',
  },
  core: {
    may: ['kernels', 'recording'],
    why: 'The model and its calculations are pure: they run in Node, in a browser and in a worker.',
  },
  compare: {
    may: ['core', 'recording'],
    why: 'Whether runs differ is a calculation on what analyses say: pure, for terminal, editor and panel alike.',
  },
  typescript: {
    may: ['core'],
    why: 'How TypeScript becomes JavaScript, the same before the launch and inside the program.',
  },
  'in-program': {
    may: ['recording', 'typescript', 'urls'],
    why: 'Runs inside the profiled program, in another process on another Node: it must stay small and foreign to all else.',
  },
  timing: {
    may: ['core', 'recording', 'source-maps', 'urls'],
    why: 'Runs inside a program whose calls are timed, which is no recorded one; it names functions as every other part does.',
  },
  target: {
    may: ['core', 'urls', 'recording', 'typescript'],
    why: 'Finds out how a file is run; that it is recorded too is not its business.',
  },
  recorder: {
    may: ['core', 'urls', 'recording', 'target', 'readers'],
    why: 'Recording never waits for analysis: the raw file is on disk first. Readers tell it which scripts V8 logs.',
  },
  readers: {
    may: ['kernels', 'core', 'urls', 'recording'],
    why: 'A reader turns one format into the model, and knows no other format’s caller.',
  },
  'source-maps': {
    may: ['kernels', 'core', 'urls', 'recording'],
    why: 'Implements the position mapper of the model; who asks is not its business.',
  },
  servers: {
    may: ['core'],
    why: 'Moves profiles from and to a server over HTTP; what is in them is not its business.',
  },
  analysis: {
    may: ['core', 'urls', 'recording', 'readers', 'source-maps'],
    why: 'The one entry from a recording to an answer; it must work on recordings of any origin.',
  },
  export: {
    may: ['core', 'recording', 'panel', 'present'],
    why: 'Writes an analysis for other tools and browsers; it reads no files.',
  },
  present: {
    may: ['core', 'recording', 'compare'],
    why: 'Words for figures, places, findings and endings: pure, for terminal, editor and panel alike.',
  },
  panel: {
    may: ['core', 'compare'],
    why: 'Both sides of the panel share it, so it may need neither Node nor VS Code.',
  },
  cli: {
    may: [
      ...['core', 'urls', 'recording', 'servers', 'target', 'recorder', 'analysis', 'readers', 'compare'],
      ...['export', 'present', 'panel'],
    ],
    why: 'The command line is the same core without the editor.',
  },
  extension: {
    may: [
      ...['core', 'urls', 'recording', 'servers', 'target', 'recorder', 'analysis'],
      ...['compare', 'export', 'present', 'panel'],
    ],
    why: 'The editor shows what the analysis says and parses nothing itself.',
  },
  webview: {
    may: ['core', 'export', 'present', 'panel'],
    why: 'Runs in a browser with a strict policy: only messages and the model.',
  },
};

const layerRules = Object.entries(layers).map(([folder, { may, why }]) => ({
  name: `layer-${folder}`,
  severity: 'error',
  comment: why,
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...may].join('|')})/` },
}));

/**
 * The floors of the recorder, from the lowest to the highest: each may import those above its row, and what is asked of
 * a recording. So no two point at each other.
 */
const recorderFloors = {
  disk: 'What is on disk at which moment? Whoever has samples asks here.',
  inspector: 'How do we talk to an inspector?',
  program: 'What do a process and the system say, and how is it told to end?',
  scripts: 'Which text ran, and does the file still fit?',
  sampling: 'What is measured in a thread?',
  session: 'Which processes and threads are recorded, from when to when? The same however they were met.',
  launch: 'How is a program started and met?',
  attach: 'How is one met that runs already?',
};

const recorderRules = Object.entries(recorderFloors).map(([floor, why], at, all) => ({
  name: `recorder-${floor}`,
  severity: 'error',
  comment: why,
  from: { path: `^src/recorder/${floor}/` },
  to: {
    path: '^src/recorder/',
    pathNot: `^src/recorder/(recording-session\\.ts$|(${all
      .slice(0, at + 1)
      .map(([name]) => name)
      .join('|')})/)`,
  },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...recorderRules,
    {
      name: 'pure-model',
      severity: 'error',
      comment: 'The model, its protocol and the panel must not need Node: they run in a browser too.',
      from: { path: '^src/(kernels|core|compare|present|panel|webview)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-profile',
      severity: 'error',
      comment: 'The model imports nothing at all, so that nothing can change under it.',
      from: { path: '^src/core/' },
      to: { path: '^node_modules/' },
    },
    {
      name: 'pure-types-of-recordings',
      severity: 'error',
      comment: 'The contract is checked where recordings are read and written; elsewhere its types are enough.',
      from: { path: '^src/(core|compare|present|panel|webview|source-maps)/' },
      to: { path: '^src/recording/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'small-in-program',
      severity: 'error',
      comment: 'Every profiled program reads what runs inside it, so the validator has no place there.',
      from: { path: '^src/in-program/' },
      to: { path: 'node_modules/valibot/', reachable: true },
    },
    {
      name: 'vscode-only-in-extension',
      severity: 'error',
      comment: 'Everything else must also run without VS Code: in the CLI, in workers, in tests.',
      from: { path: '^src/', pathNot: '^src/extension/' },
      to: { path: '^vscode$' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Files that import each other cannot be understood or tested one at a time.',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'sources-know-no-tests',
      severity: 'error',
      comment: 'What ships must not depend on what checks it.',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere fails only when it runs.',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^(vscode|devtools-protocol)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'require', 'node'] },
  },
};
