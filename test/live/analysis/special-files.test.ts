import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeCalls } from '../../../src/analysis/analyze-calls.ts';
import { analyze } from '../../../src/analysis/analyze.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';

describe('a recording that is no regular file', () => {
  const onLinux = itWhere(isLinux, 'pipes and devices need Linux');
  onLinux('is refused before anything waits for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heatline-fifo-'));
    const pipe = join(folder, 'pipe.cpuprofile');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(analyze(pipe), /is a pipe or a device/);
    await assert.rejects(analyzeCalls(pipe), /is a pipe or a device/);
    await assert.rejects(analyze('/dev/zero'), /is a pipe or a device/);
    rmSync(folder, { recursive: true });
  });
});
