// Builds prebuilt/linux-x64.node with gcc: `node src/in-program/frame-repair/build.mjs`; with a folder as argument,
// there. The same compiler makes the same bytes wherever it runs: nothing of the time, the machine or the folder gets in.
// Needed only by who changes the C files; everyone else takes the committed binary.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const outdir = path.resolve(process.argv[2] ?? path.join(folder, 'prebuilt'));
const compiler = process.env.CC ?? 'gcc';

const flags = [
  ...['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'],
  // No libraries are named in the binary, so that any libc's Node can load it; what it calls is in the process.
  ...['-fPIC', '-shared', '-nostdlib', '-ffreestanding', '-fvisibility=hidden'],
  // No calls that are not written down: memcpy for loops, guards of the stack, records for unwinding.
  ...['-fno-tree-loop-distribute-patterns', '-fno-stack-protector', '-fno-asynchronous-unwind-tables'],
  // The oldest processors of the kind; no instructions that only newer ones know.
  ...['-fcf-protection=none', '-march=x86-64', '-mtune=generic'],
  // The compiler's name and a hash of the inputs are no part of what runs.
  ...['-fno-ident', '-Wl,--build-id=none', '-Wl,--hash-style=gnu', '-Wl,-z,noseparate-code'],
  // Read-only tables; no executable stack; never unloaded, as a signal may be on its way when its Node ends.
  ...['-Wl,-z,relro', '-Wl,-z,now', '-Wl,-z,noexecstack', '-Wl,-z,nodelete', '-Wl,--strip-all'],
];

/** @param {string} command */
const versionOf = (command) => execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0];
const sha256 = () => createHash('sha256');

const files = readdirSync(folder).filter((name) => /\.[ch]$/.test(name));
const sources = sha256().update(flags.join('\n'));
for (const name of files) sources.update(`\n${name}\n`).update(readFileSync(path.join(folder, name)));

const binary = path.join(outdir, 'linux-x64.node');
mkdirSync(outdir, { recursive: true });
const units = files.filter((name) => name.endsWith('.c'));
execFileSync(compiler, [...flags, '-o', binary, ...units], { cwd: folder, stdio: 'inherit' });

const provenance = {
  compiler: versionOf(compiler),
  linker: versionOf('ld'),
  sources: sources.digest('hex'),
  binary: sha256().update(readFileSync(binary)).digest('hex'),
};
writeFileSync(path.join(outdir, 'linux-x64.json'), `${JSON.stringify(provenance, null, 2)}\n`);
