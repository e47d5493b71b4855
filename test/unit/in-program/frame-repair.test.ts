import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../../../src/in-program/frame-repair');
const prebuilt = (name: string): Buffer => readFileSync(path.join(folder, 'prebuilt', name));

describe('the binary of the frame repair', () => {
  // A page on arm64 may have 64 kB, and the one for arm64 has two.
  for (const [target, size] of Object.entries({ 'linux-x64': 30_000, 'linux-arm64': 70_000 })) {
    const binary = prebuilt(`${target}.node`);
    it(`is the one that its note of provenance tells of, and small (${target})`, () => {
      const note = JSON.parse(prebuilt(`${target}.json`).toString()) as { binary: string };
      assert.equal(createHash('sha256').update(binary).digest('hex'), note.binary);
      assert.ok(binary.length < size);
    });

    it(`names no library and no folder (${target})`, () => {
      assert.doesNotMatch(binary.toString('latin1'), /lib[a-z]+\.so|\/home\/|\/root\/|\/tmp\/|GCC:/);
    });
  }

  it('is told by its counters from their places in it', () => {
    const [header, loader] = ['base.h', 'frame-repair.ts'].map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const [, block = ''] = /enum counter \{(.*?)\n {2}COUNTERS/s.exec(header) ?? [];
    const inC = [...block.matchAll(/^ {2}([A-Z_]+),$/gm)].map(([, name]) => name.toLowerCase().replaceAll('_', ''));
    const [, list = ''] = /counterNames = \{(.*?)\}/s.exec(loader) ?? [];
    const told = [...list.matchAll(/(\w+): (\d+)/g)].map(([, name, place]) => ({ name, place: Number(place) }));
    assert.equal(told.length, 3);
    for (const { name, place } of told) assert.equal(inC[place], name.toLowerCase());
  });
});
