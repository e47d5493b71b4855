// Builds the prebuilt binaries with gcc: `node src/in-program/frame-repair/build.mjs`; with a folder as argument, there; with names
// of targets behind it, only those. The same compiler makes the same bytes wherever it runs: nothing of the time, the machine
// or the folder gets in. Needed only by who changes the C files; everyone else takes the committed binaries.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const [outdir = path.join(folder, 'prebuilt'), ...wanted] = process.argv.slice(2);

const flags = [
  ...['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'],
  // No libraries are named in the binary, so that any libc's Node can load it; what it calls is in the process.
  ...['-fPIC', '-shared', '-nostdlib', '-ffreestanding', '-fvisibility=hidden'],
  // No calls that are not written down: memcpy for loops, guards of the stack, records for unwinding.
  ...['-fno-tree-loop-distribute-patterns', '-fno-stack-protector', '-fno-asynchronous-unwind-tables'],
  // The compiler's name and a hash of the inputs are no part of what runs.
  ...['-fno-ident', '-Wl,--build-id=none', '-Wl,--hash-style=gnu', '-Wl,-z,noseparate-code'],
  // Read-only tables; no executable stack; never unloaded, as a signal may be on its way when its Node ends.
  ...['-Wl,-z,relro', '-Wl,-z,now', '-Wl,-z,noexecstack', '-Wl,-z,nodelete', '-Wl,--strip-all'],
];

/** The oldest processors of each kind; no instructions that only newer ones know. `without`: what knows V8 on x64 alone. */
const targets = {
  'linux-x64': {
    prefix: '',
    flags: ['-fcf-protection=none', '-march=x86-64', '-mtune=generic'],
    without: /^arm64\.h$/,
  },
  'linux-arm64': {
    prefix: 'aarch64-linux-gnu-',
    flags: ['-march=armv8-a', '-mno-outline-atomics'],
    without: /^(baseline|collections|control-flow|instruction|mapped-file|mend|ranges|repair)\.c$|^x64\.h$/,
  },
};

/** @param {string} command */
const versionOf = (command) => execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0];
const sha256 = () => createHash('sha256');

mkdirSync(outdir, { recursive: true });
for (const [name, target] of Object.entries(targets)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const all = [...flags, ...target.flags];
  const files = readdirSync(folder).filter((file) => /\.[ch]$/.test(file) && !target.without.test(file));
  const sources = sha256().update(all.join('\n'));
  for (const file of files) sources.update(`\n${file}\n`).update(readFileSync(path.join(folder, file)));
  const binary = path.resolve(outdir, `${name}.node`);
  const compiler = `${target.prefix}gcc`;
  const units = files.filter((file) => file.endsWith('.c'));
  execFileSync(compiler, [...all, '-o', binary, ...units], { cwd: folder, stdio: 'inherit' });
  const provenance = {
    compiler: versionOf(compiler),
    linker: versionOf(`${target.prefix}ld`),
    sources: sources.digest('hex'),
    binary: sha256().update(readFileSync(binary)).digest('hex'),
  };
  writeFileSync(path.join(outdir, `${name}.json`), `${JSON.stringify(provenance, null, 2)}\n`);
}
