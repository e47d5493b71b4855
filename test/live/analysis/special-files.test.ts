import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { analyze } from '../../../src/analysis/analyze.ts';
import { publishTiming } from '../../../src/cli/time-command.ts';
import { onLinux } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';

describe('a recording that is no regular file', () => {
  const scratch = useScratch();
  onLinux('is refused before anything waits for it', async () => {
    const pipe = scratch('pipe.calls.json');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(
      publishTiming(pipe, { top: 1, all: false, path: [] }, process.stdout),
      /is a pipe or a device/,
    );
    await assert.rejects(analyze(pipe), /is a pipe or a device/);
    await assert.rejects(analyze('/dev/zero'), /is a pipe or a device/);
  });
});
