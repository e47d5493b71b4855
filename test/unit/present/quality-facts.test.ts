import assert from 'node:assert/strict';
import type { OwnSamplerName } from '../../../src/recording/index.ts';
import { qualityFacts } from '../../../src/present/quality-facts.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';

const thread = (id: number, sampler: OwnSamplerName | undefined) =>
  ({ id, kind: 'process', name: 'child.js', isRecorded: sampler !== undefined, sampler, samples: 1 }) as const;

describe('what is known of a measurement', () => {
  const samplerOf = (...samplers: (OwnSamplerName | undefined)[]): string | undefined => {
    const analysis = makeAnalysis([]);
    const facts = { ...analysis.facts, samplerReason: 'Because.' };
    const threads = samplers.map((sampler, i) => thread(i + 1, sampler));
    return qualityFacts({ ...analysis, facts, threads }, undefined).find(({ name }) => name === 'sampler')?.text;
  };

  it('is why this sampler was taken, where all threads have it', () => {
    assert.match(samplerOf('inspector', 'inspector', undefined) ?? '', /\. Because\.$/);
  });

  it('is how many threads each sampler had, and no reason that is of the first alone', () => {
    const text = samplerOf('inspector', 'v8log', 'v8log', undefined) ?? '';
    assert.match(text, /^inspector in 1, V8 log in 2 of the threads, /);
    assert.doesNotMatch(text, /Because/);
  });
});
