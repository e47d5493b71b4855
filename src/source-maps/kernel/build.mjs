// Compiles the kernel of this folder (AssemblyScript) and embeds it as base64 in ../kernel.generated.ts, so that it loads
// alike from the bundles and from the sources. Usage: `node build.mjs` writes it, `node build.mjs --print` prints it.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = dirname(fileURLToPath(import.meta.url));

/** The text of `kernel.generated.ts` as the sources stand now. */
export async function compileKernel() {
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
  const { error, stderr } = await asc.main(['kernel.ts', '--baseDir', here, '--outFile', 'kernel.wasm', ...options], {
    writeFile: (name, contents) => void output.set(name, contents),
  });
  if (error) throw new Error(`The kernel does not compile: ${stderr.toString()}`, { cause: error });
  const text = Buffer.from(output.get('kernel.wasm')).toString('base64');
  return `// Made from kernel/kernel.ts by kernel/build.mjs; do not edit.\nexport const kernelBase64 =\n  '${text}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await compileKernel();
  if (process.argv.includes('--print')) process.stdout.write(text);
  else await writeFile(join(here, '..', 'kernel.generated.ts'), text);
}
