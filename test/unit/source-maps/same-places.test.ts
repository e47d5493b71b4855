import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeBinary } from '../../support/nodes.ts';
import { hasSamePlaces } from '../../../src/source-maps/resolve/same-places.ts';

describe('what ran instead of a file', () => {
  const file = 'interface A { a: number }\nfunction f(n: number): number { return n as number }\n';
  const blanked = `${' '.repeat(25)}\nfunction f(n        )         { return n           }\n`;

  it('has the places of the file where it is its text, or that without types', () => {
    assert.ok(hasSamePlaces(file, file));
    assert.ok(hasSamePlaces(file, `\uFEFF${file}`));
    assert.ok(hasSamePlaces(blanked, file));
    assert.ok(hasSamePlaces(`${blanked}\n\n//# sourceURL=/w/a.ts`, file));
  });

  it('has others where anything was put in, taken out, or moved to another line', () => {
    assert.ok(!hasSamePlaces(`"use strict";${file}`, file));
    assert.ok(!hasSamePlaces(file.slice(26), file));
    assert.ok(!hasSamePlaces(blanked.replace('\n', ' '), file));
    assert.ok(!hasSamePlaces(blanked.replace('return', 'throw '), file));
    assert.ok(!hasSamePlaces(`${file}extra()`, file));
  });

  it('is what Node’s own stripper makes', async () => {
    const wide = `${file}const text: string = 'größer 😀' as string; // é\n`;
    const code = `process.stdout.write(require('node:module').stripTypeScriptTypes(${JSON.stringify(wide)}))`;
    const { stdout } = await promisify(execFile)(await nodeBinary(24), ['-e', code]);
    assert.notEqual(stdout, wide);
    assert.ok(hasSamePlaces(stdout, wide));
  });
});
