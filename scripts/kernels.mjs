// Compiles the kernels (AssemblyScript, `src/kernels/<name>`) to WebAssembly and writes what TypeScript needs of each into its
// `kernel.generated.ts`: the code as base64, so that it loads alike from the bundles and from the sources, the types of what
// `kernel.ts` exports, and the numbers of its enums. Numbers that the kernels need of the model are written into
// `model.generated.ts` before. `node scripts/kernels.mjs` writes the files; with `--check` it fails where one is not up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { build } from 'esbuild';
import ts from 'typescript';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const room = join(repository, 'src/kernels');
const names = ['cpuprofile', 'profile', 'source-maps'];
/** What the sums need of the model, by the file in `src/core`. */
const modelEnums = {
  analysis: ['Category'],
  'line-cause': ['LineCause'],
  mapping: ['Precision'],
  profile: ['FrameKind', 'TickRepair'],
};
const options = [
  ...['--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '1'],
  ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge'],
];

settle(join(room, 'profile/model.generated.ts'), await writeModel());
for (const name of names) settle(join(room, name, 'kernel.generated.ts'), await bind(name));

/** Writes a file, or with `--check` only says whether it is as it should be. */
function settle(path, lines) {
  const text = `${lines.join('\n')}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (!process.argv.includes('--check')) return writeFileSync(path, text);
  console.error(`${path} is not up to date: run node scripts/kernels.mjs`);
  process.exitCode = 1;
}

/** The model's enums as AssemblyScript. */
async function writeModel() {
  const files = Object.entries(modelEnums);
  const contents = files.map(([file, enums]) => `export { ${enums.join()} } from './src/core/${file}.ts';`).join('\n');
  const bundled = await build({
    stdin: { contents, resolveDir: repository, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm' },
  });
  const values = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);
  const enums = Object.values(modelEnums)
    .flat()
    .map((name) => {
      // `Precision.function` is a word that AssemblyScript keeps for itself; the sums do not need it.
      const members = Object.entries(values[name]).filter(([member]) => member !== 'function');
      return `export const enum ${name} { ${members.map((member) => member.join(' = ')).join(', ')} }`;
    });
  return ['// Made from src/core by kernels.mjs; do not edit.', ...enums];
}

/** The bindings of a kernel. */
async function bind(name) {
  const sources = parseSources(name);
  const all = [...sources.values()].flat();
  const members = exportsOf(sources, join(room, name, 'kernel.ts')).map(bindMember);
  const enums = all.filter((each) => ts.isEnumDeclaration(each) && isExported(each));
  // Declared without a body: the host has it.
  const answers = all.filter((each) => ts.isFunctionDeclaration(each) && each.body === undefined).map(bindMember);
  const imports = answers.length > 0 ? ', KernelImports' : '';
  return [
    "// Made from the kernel's sources by kernels.mjs; do not edit.",
    "import { type KernelGlobal, kernelLoader, type KernelMemory } from '../kernel-loader.ts';",
    ...enums.flatMap(bindEnum),
    '/** What `kernel.ts` exports; the comments there say what it does. Addresses are byte offsets in `memory`. */',
    ...['export interface Kernel {', '  readonly memory: KernelMemory;', ...members, '}'],
    ...(answers.length > 0
      ? ['/** What it asks its host. */', 'export interface KernelImports {', ...answers, '}']
      : []),
    `export const instantiate = /* @__PURE__ */ kernelLoader<Kernel${imports}>(`,
    `  '${await compile(name)}',`,
    ');',
  ];
}

async function compile(name) {
  const output = new Map();
  const files = [`${name}/kernel.ts`, '--baseDir', room, '--outFile', 'kernel.wasm'];
  const writeFile = (file, contents) => void output.set(file, contents);
  const { error, stderr } = await asc.main([...files, ...options], { writeFile });
  if (error) throw new Error(`The kernel ${name} does not compile: ${stderr.toString()}`, { cause: error });
  return Buffer.from(output.get('kernel.wasm')).toString('base64');
}

/** What a kernel's files declare, and the shared ones that it exports from. AssemblyScript is near enough to TypeScript. */
function parseSources(name) {
  const folder = join(room, name);
  const own = readdirSync(folder).filter((file) => !file.endsWith('.generated.ts'));
  const shared = readFileSync(join(folder, 'kernel.ts'), 'utf8').matchAll(/^export .* from '(\.\.\/.*)';$/gm);
  const files = [...own, ...Array.from(shared, (found) => `${found[1]}.ts`)].map((file) => join(folder, file));
  const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return new Map(files.map((file) => [file, parse(file).statements.flatMap(declarationsOf)]));
}

/** What a statement declares or, in `kernel.ts`, hands on. */
function declarationsOf(statement) {
  return ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement];
}

/** The declarations of what `kernel.ts` exports. */
function exportsOf(sources, entry) {
  return sources.get(entry).flatMap((each) => {
    if (!ts.isExportDeclaration(each)) return isExported(each) ? [each] : [];
    const from = sources.get(`${join(dirname(entry), each.moduleSpecifier.text)}.ts`);
    if (each.exportClause === undefined) return from.filter(isExported);
    return each.exportClause.elements.map(({ name }) => from.find((declared) => declared.name?.text === name.text));
  });
}

function isExported(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
}

/** A function or a global as a member of an interface. */
function bindMember(node) {
  const name = node.name.text;
  if (ts.isVariableDeclaration(node)) return `  readonly ${name}: KernelGlobal;`;
  const parameters = node.parameters.map((parameter) => `${parameter.name.text}: number`);
  return `  ${name}(${parameters.join(', ')}): ${node.type.getText() === 'void' ? 'void' : 'number'};`;
}

/** An enum as an object with a type of its values. */
function bindEnum(node) {
  const name = node.name.text;
  let next = 0;
  const members = node.members.map((member) => {
    const value = member.initializer === undefined ? next : Number(member.initializer.getText());
    next = value + 1;
    return `${member.name.text}: ${value}`;
  });
  return [
    `export const ${name} = { ${members.join(', ')} } as const;`,
    `export type ${name} = (typeof ${name})[keyof typeof ${name}];`,
  ];
}
