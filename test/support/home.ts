// Gives this process, and what it starts, a home folder that can be written to, where its own cannot: npm, VS Code's server and
// browsers need one. Import it before anything asks for the home folder.
import { accessSync, constants, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

try {
  accessSync(os.homedir(), constants.W_OK);
} catch {
  const home = path.join(os.tmpdir(), `heatline-home-${process.getuid?.() ?? 0}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  process.env.HOME = home;
  process.env.USERPROFILE = home;
}
