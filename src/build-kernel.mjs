// Compiles the kernel of a folder (AssemblyScript, `kernel/kernel.ts`) and embeds it as base64 in its
// `kernel.generated.ts`, so that it loads alike from the bundles and from the sources.
// `node src/build-kernel.mjs src/source-maps` writes it; with `--print` it is printed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

/** The text of `kernel.generated.ts` as the sources stand now. */
async function compileKernel(folder) {
  const base = join(folder, 'kernel');
  const options = [
    '--runtime',
    'stub',
    '--noAssert',
    '--optimizeLevel',
    '3',
    '--converge',
    '--shrinkLevel',
    '0',
    '--enable',
    'simd',
    '--initialMemory',
    '1',
  ];
  const output = new Map();
  const { error, stderr } = await asc.main(['kernel.ts', '--baseDir', base, '--outFile', 'kernel.wasm', ...options], {
    writeFile: (name, contents) => void output.set(name, contents),
  });
  if (error) throw new Error(`The kernel does not compile: ${stderr.toString()}`, { cause: error });
  const text = Buffer.from(output.get('kernel.wasm')).toString('base64');
  return `// Made from kernel/kernel.ts by src/build-kernel.mjs; do not edit.\nexport const kernelBase64 =\n  '${text}';\n`;
}

const [folder] = process.argv.slice(2);
const text = await compileKernel(folder);
if (process.argv.includes('--print')) process.stdout.write(text);
else await writeFile(join(folder, 'kernel.generated.ts'), text);
