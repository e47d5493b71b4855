import assert from 'node:assert/strict';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { collectCauses } from '../../src/analysis/collect-causes.ts';
import { ThrownOutBy } from '../../src/core/index.ts';
import type { CausePlace, Causes } from '../../src/recording/index.ts';
import { buildJsonReport } from '../../src/export/json-report.ts';
import { writeCauses } from '../../src/readers/causes-file.ts';
import { useScratch } from '../support/scratch.ts';
import { wordsOf } from '../support/told.ts';
import { unpackKept } from './programs.ts';
import { causeCases } from './why-cases.ts';

const own = <T extends { readonly script: number }>({ scripts }: Causes, all: readonly T[]): T[] =>
  all.filter(({ script }) => scripts[script].url.endsWith('causes.cjs'));
const lineOf = (place: CausePlace | undefined): string =>
  place ? `${path.basename(place.file)}:${place.line}` : 'nowhere';

for (const kept of causeCases)
  describe(`The causes in the log of ${kept.name}`, () => {
    const scratch = useScratch();
    let causes: Causes;
    before(async () => {
      causes = await collectCauses(await unpackKept(kept, scratch), {});
    });
    const siteAt = (line: number) => {
      const found = own(causes, causes.sites).find((site) => site.line === line);
      assert.ok(found, `there is no access on line ${line}`);
      return found;
    };

    it('have the property and the shapes of an access, and who makes the objects', () => {
      const { keys, isKeyed, isMegamorphic, column, families, shapeCount } = siteAt(20);
      assert.deepEqual([keys, isKeyed, isMegamorphic, column, shapeCount], [['value'], false, true, 32, 10]);
      const makers = families.map(
        ([row, shapes]) => `${causes.families[row].name ?? lineOf(causes.families[row].at)}: ${shapes}`,
      );
      assert.deepEqual(makers, ['Leaf: 8', 'causes.cjs:12: 1', 'causes.cjs:12: 1']);
    });

    it('have the place where the shapes of a constructor part', () => {
      const leaf = causes.families.find(({ name }) => name === 'Leaf');
      assert.deepEqual([leaf?.shapes, leaf?.after], [8, undefined]);
      assert.deepEqual([...(leaf?.differ ?? [])].sort(), ['left', 'right', 'up', 'value']);
      assert.deepEqual(
        (leaf?.differAt ?? []).map(lineOf).sort(),
        [5, 6, 7, 8].map((line) => `causes.cjs:${line}`),
      );
    });

    it('have the line that made dictionaries of the objects that are read', () => {
      const { dictionary, isMegamorphic } = siteAt(26);
      const told = [dictionary?.reason, lineOf(dictionary?.at), isMegamorphic];
      assert.deepEqual(told, ['deleted', 'causes.cjs:16', false]);
    });

    it('have keys that vary', () => {
      const { isKeyed, keys } = siteAt(23);
      assert.ok(isKeyed && keys.length === 2 && keys.every((key) => /^key\d+$/.test(key)), keys.join());
    });

    it('have why code is thrown out, without what means nothing', () => {
      // Where `add` was inlined the code that is thrown out is another function's.
      const reasons = own(causes, causes.thrownOut).flatMap(({ reasons: all }) => all);
      const ofAdd = reasons.filter(({ at }) => lineOf(at) === 'causes.cjs:29').map(({ reason }) => reason);
      assert.ok(ofAdd.includes(ThrownOutBy.smallInteger), ofAdd.join());
    });

    it('explain what a recording shows as slow', async () => {
      const file = await unpackKept(kept, scratch);
      await writeCauses(file, causes, undefined);
      const analysis = await analyze(file);
      assert.ok((analysis.explained?.matched ?? 0) > 0.9);
      assert.equal(analysis.explained?.otherV8, undefined);
      const { lines } = buildJsonReport(analysis);
      const why = lines.flatMap(({ line, why: all }) => all.map((each) => ({ line, ...each })));
      const told = why.filter(({ code }) => ['megamorphic', 'dictionary'].includes(code));
      assert.deepEqual(wordsOf(told, 'line', 'code').sort(), ['20 megamorphic', '26 dictionary']);
      const texts = told.map(({ text }) => text).join(' ');
      assert.match(texts, /accessing `value` of objects of at least 10 shapes, made 8 by `Leaf` \(not the same prop/);
      assert.match(texts, /of objects that became dictionaries when a property was deleted, .*causes\.cjs:16\./);
      const at = told.find(({ code }) => code === 'dictionary')?.at ?? [];
      assert.deepEqual(wordsOf(at, 'line'), ['16']);
      // Not where the object with the varying keys became a dictionary: that is not what is told of it.
      const keyed = why.filter(({ code }) => code === 'keyed').map((each) => each.at);
      assert.deepEqual(keyed, [null]);
    });

    it('explain no code that another V8 throws out', async () => {
      const file = await unpackKept(kept, scratch);
      const { explained } = await analyze(file, { causes: { ...causes, v8Version: '1.2.3.4' } });
      assert.deepEqual([explained?.thrownOut.size, explained?.otherV8], [0, '1.2.3.4']);
      assert.ok((explained?.accesses.size ?? 0) > 0);
    });

    it('explain nothing of a text that is another one by now', async () => {
      const file = await unpackKept(kept, scratch);
      const scripts = causes.scripts.map((one) => ({ ...one, contentHash: 'other' }));
      await writeCauses(file, { ...causes, scripts }, undefined);
      const { explained } = await analyze(file);
      assert.deepEqual([explained?.accesses.size, explained?.thrownOut.size, explained?.matched], [0, 0, 0]);
    });
  });
