// Builds prebuilt/linux-x64.node with gcc: `node src/in-program/frame-repair/build.mjs [output]`. The same compiler
// makes the same bytes wherever it runs: nothing of the time, the machine or the folder gets in. Needed only by who
// changes the C files; everyone else takes the committed binary.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(folder).filter((name) => name.endsWith('.c'));
const output = path.resolve(process.argv[2] ?? path.join(folder, 'prebuilt', 'linux-x64.node'));

const flags = [
  ...['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'],
  // No libraries are named in the binary, so that any libc's Node can load it; what it calls is in the process.
  ...['-fPIC', '-shared', '-nostdlib', '-ffreestanding', '-fvisibility=hidden'],
  // No calls that are not written down: memcpy for loops, guards of the stack, records for unwinding.
  ...['-fno-tree-loop-distribute-patterns', '-fno-stack-protector', '-fno-asynchronous-unwind-tables'],
  ...['-fcf-protection=none', '-march=x86-64', '-mtune=generic'],
  // The compiler's name and a hash of the inputs are no part of what runs.
  ...['-fno-ident', '-Wl,--build-id=none', '-Wl,--hash-style=gnu', '-Wl,-z,noseparate-code'],
  // Read-only tables; no executable stack; never unloaded, as a signal may be on its way when its Node ends.
  ...['-Wl,-z,relro', '-Wl,-z,now', '-Wl,-z,noexecstack', '-Wl,-z,nodelete', '-Wl,--strip-all'],
];

mkdirSync(path.dirname(output), { recursive: true });
execFileSync(process.env.CC ?? 'gcc', [...flags, '-o', output, ...sources], { cwd: folder, stdio: 'inherit' });
