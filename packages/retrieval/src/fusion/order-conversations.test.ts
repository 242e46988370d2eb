import { describe, expect, it } from 'vitest';
import type { Candidate } from './diversify.ts';
import { putNewestFirst, type Voice, weighVoices } from './order-conversations.ts';

const voice = (over: Partial<Voice> = {}): Voice => ({
  trust: 1,
  saidAt: '2026-01-01T10:00:00Z',
  ownCoverage: 0.8,
  held: new Map([
    ['office', 0.5],
    ['harbor', 0.3],
  ]),
  ...over,
});
const candidate = (key: number, score: number): Candidate => ({
  key,
  id: `c${key}`,
  score,
  note: key,
  said: null,
});
const order = (candidates: readonly Candidate[]) =>
  candidates.toSorted((a, b) => b.score - a.score).map(({ key }) => key);

describe('weighVoices', () => {
  const [user, assistant, tool] = [1, 2, 3];
  const voices = new Map([
    [user, voice()],
    [assistant, voice({ trust: 0.7 })],
    [tool, voice({ trust: 0.3 })],
  ]);
  const found = [candidate(tool, 1), candidate(assistant, 0.9), candidate(user, 0.7)];
  const ask = (question: string) => order(weighVoices(found, question, (key) => voices.get(key)));

  it('puts the user first where the question is about the user', () => {
    expect(ask('Where do I live?')).toEqual([user, assistant, tool]);
  });

  it('asks not who said it where the question is about what the assistant said', () => {
    expect(ask('Which book did you recommend?')).toEqual([tool, assistant, user]);
  });

  it('lets trust decide between what is as good otherwise', () => {
    expect(ask('Where does the relay run?')).toEqual([assistant, tool, user]);
  });

  it('puts words that hold the question before words that only stand beside such', () => {
    const beside = new Map([
      [1, voice({ ownCoverage: 0 })],
      [2, voice()],
    ]);
    const found = [candidate(1, 1), candidate(2, 0.8)];
    for (const question of ['Where do we meet?', 'Who helps with the dance class?'])
      expect(order(weighVoices(found, question, (key) => beside.get(key)))).toEqual([2, 1]);
    const note = new Map([[1, voice({ saidAt: null, ownCoverage: 0 })], ...[...beside].slice(1)]);
    expect(order(weighVoices(found, 'Who helps?', (key) => note.get(key)))).toEqual([1, 2]);
  });

  it('leaves a claim of which nothing is known where it is', () => {
    expect(weighVoices([candidate(9, 0.5)], 'Where do I live?', () => undefined)).toEqual([
      candidate(9, 0.5),
    ]);
  });
});

describe('putNewestFirst', () => {
  const put = (candidates: readonly Candidate[], voices: Readonly<Record<number, Voice>>) =>
    order(putNewestFirst(candidates, (key) => voices[key]));
  const [older, newer, other] = [1, 2, 3];
  const found = [candidate(older, 0.9), candidate(other, 0.85), candidate(newer, 0.8)];

  it('exchanges two values of one thing, and nothing that stands between them', () => {
    const voices = {
      [older]: voice(),
      [newer]: voice({ saidAt: '2026-03-01T10:00:00Z' }),
      [other]: voice({ trust: 0.7, saidAt: '2026-05-01T10:00:00Z' }),
    };
    expect(put(found, voices)).toEqual([newer, other, older]);
  });

  it.each([
    ['hold much less of the question', { ownCoverage: 0.3 }],
    ['hold its subject, and not what is asked of it', { ownCoverage: 0.65 }],
    ['are not the user’s', { trust: 0.7 }],
    ['have no time', { saidAt: null }],
    ['are of the same day', { saidAt: '2026-01-01T23:00:00Z' }],
  ])('leaves words where they are that %s', (_, over) => {
    const voices = { [older]: voice(), [newer]: voice({ saidAt: '2026-03-01T10:00:00Z', ...over }) };
    expect(put([candidate(older, 0.9), candidate(newer, 0.8)], voices)).toEqual([older, newer]);
  });

  it('leaves words where they are that hold as much of the question, and other words of it', () => {
    const voices = {
      [older]: voice({ ownCoverage: 0.5, held: new Map([['niece', 0.5]]) }),
      [newer]: voice({ ownCoverage: 0.5, saidAt: '2026-03-01T10:00:00Z', held: new Map([['job', 0.5]]) }),
    };
    expect(put([candidate(older, 0.9), candidate(newer, 0.8)], voices)).toEqual([older, newer]);
  });

  it('exchanges what is said again in nearly the same words, whatever another turn holds of the question', () => {
    const day = (ownCoverage: number, saidAt: string) => voice({ ownCoverage, saidAt });
    const voices = {
      [older]: day(0.6, '2026-01-01T10:00:00Z'),
      [newer]: day(0.6, '2026-03-01T10:00:00Z'),
      [other]: day(0.9, '2026-02-01T10:00:00Z'),
    };
    const putSaid = (texts: readonly [number, string][]) =>
      order(putNewestFirst(found, (key) => voices[key], new Map(texts)));
    const said = 'I meet my niece on Mondays now.';
    expect(
      putSaid([
        [older, said],
        [newer, 'I meet my niece on Fridays now.'],
      ]),
    ).toEqual([newer, other, older]);
    expect(
      putSaid([
        [older, said],
        [newer, 'My niece was in Cork, where we meet.'],
      ]),
    ).toEqual([older, other, newer]);
  });

  it('exchanges the values of each of two things among themselves', () => {
    const [job, laterJob] = [11, 12];
    const heldOf = (word: string) => ({ ownCoverage: 0.5, held: new Map([[word, 0.5]]) });
    const voices = {
      [older]: voice(heldOf('niece')),
      [newer]: voice({ ...heldOf('niece'), saidAt: '2026-03-01T10:00:00Z' }),
      [job]: voice({ ...heldOf('job'), saidAt: '2026-04-01T10:00:00Z' }),
      [laterJob]: voice({ ...heldOf('job'), saidAt: '2026-05-01T10:00:00Z' }),
    };
    const found = [
      candidate(older, 0.9),
      candidate(job, 0.85),
      candidate(laterJob, 0.84),
      candidate(newer, 0.8),
    ];
    expect(put(found, voices)).toEqual([newer, laterJob, job, older]);
  });

  it('leaves words where they are that were found far behind', () => {
    const voices = { [older]: voice(), [newer]: voice({ saidAt: '2026-03-01T10:00:00Z' }) };
    expect(put([candidate(older, 0.9), candidate(newer, 0.4)], voices)).toEqual([older, newer]);
  });
});
