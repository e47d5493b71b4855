import assert from 'node:assert/strict';
import { type PartAnswer, pushParts } from '../../../src/cli/push-parts.ts';
import type { RecordingOutcome } from '../../../src/recorder/index.ts';

/** What was asked for and told while a program ran whose recording was sent in parts, with these answers. */
async function follow(answers: readonly PartAnswer[]) {
  const [asked, told]: [string[], string[]] = [[], []];
  let end = (_: RecordingOutcome): void => assert.fail();
  const finished = new Promise<RecordingOutcome>((resolve) => (end = resolve));
  const sent = await pushParts(
    { folder: '/recording', finished },
    {
      every: 1000,
      wait: () => Promise.resolve(),
      tell: (text) => void told.push(text),
      sendPart: (folder, from) => {
        asked.push(`${folder} from ${from}`);
        // The program ends while the last part is sent.
        if (asked.length === answers.length) end({} as RecordingOutcome);
        return Promise.resolve(answers[asked.length - 1]);
      },
    },
  );
  return { sent, asked, told };
}

describe('A recording that is sent part by part', () => {
  it('is sent from where the part before ended, one part at a time, and the rest is left for its end', async () => {
    const { sent, asked, told } = await follow([{ until: 5 }, { until: 9 }]);
    assert.deepEqual(asked, ['/recording from 0', '/recording from 5']);
    assert.deepEqual([sent, told], [9, []]);
  });

  it('sends what the server refused with the next part, and not again what it may have', async () => {
    const { sent, asked, told } = await follow([
      { until: 5 },
      { reason: 'It is busy.' },
      { until: 9, reason: 'It did not answer.' },
      { until: 12 },
    ]);
    assert.deepEqual(asked, ['/recording from 0', '/recording from 5', '/recording from 5', '/recording from 9']);
    assert.equal(sent, 12);
    assert.deepEqual(told, [
      'It is busy. What was not sent goes with the next part.',
      'It did not answer. The server may have this part, so it is not sent again.',
    ]);
  });

  it('says nothing of a part whose recording is over: that is sent as a whole', async () => {
    assert.deepEqual(await follow([{ until: 5 }, { reason: 'There is no such folder.' }]), {
      ...{ sent: 5, asked: ['/recording from 0', '/recording from 5'], told: [] },
    });
  });

  it('is over where its program could not be recorded to its end', async () => {
    const sendPart = (): Promise<PartAnswer> => Promise.resolve({ until: 5 });
    const options = { every: 1, tell: () => assert.fail(), sendPart, wait: () => new Promise(() => undefined) };
    assert.equal(await pushParts({ folder: '/recording', finished: Promise.reject(new Error('gone')) }, options), 0);
  });
});
