import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents/verify-against.ts';

async function wordingOf(note: string, said: string) {
  const { statements } = await verifyAgainst({ documents: { 'a.md': note }, answer: `${said} [1].` });
  return statements[0];
}

const note =
  '# Plan\n\nNobody said we ship Friday. The non‑urgent queue waits for Ann.\n\n- Tea is hot\n\n| item | price |\n|---|---|\n| oats | 3 EUR |\n';

it.each([
  ['Nobody said we ship Friday', 'quoted'],
  ['The non-urgent queue waits for Ann', 'quoted'],
  ['The note says: “Tea is hot”', 'quoted'],
  ['According to the plan, tea is hot', 'quoted'],
  ['Nobody said we ship Friday, and tea is hot', 'quoted'],
  ['we ship Friday', 'excerpt'],
  ['Somebody said we ship Friday', 'altered'],
  ['Tea is hot cancelled', 'altered'],
  ['It is false that tea is hot', 'altered'],
  ['Shipping has no date yet', 'paraphrased'],
])('%s: %s', async (said, wording) => {
  expect((await wordingOf(note, said))?.wording).toBe(wording);
});

it('shows what differs, and what was cut', async () => {
  expect(await wordingOf(note, 'Somebody said we ship Friday')).toMatchObject({
    differences: [{ here: 'somebody', there: 'nobody' }],
  });
  expect(await wordingOf(note, 'we ship Friday')).toMatchObject({
    differences: [{ here: '', there: 'nobody said' }],
    kept: false,
  });
});

it('ticks no lie that was made by leaving words out', async () => {
  const file = new URL('../../../../bench/judged-runs/cuts.json', import.meta.url);
  const { languages } = JSON.parse(readFileSync(file, 'utf8')) as {
    languages: { frames: string[]; clauses: string[] }[];
  };
  const toCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  for (const { frames, clauses } of languages)
    for (const frame of frames)
      for (const clause of clauses) {
        const sentence = frame.replace('{c}', clause).replace('{C}', toCapital(clause));
        const statement = await wordingOf(sentence, toCapital(clause));
        expect(statement?.wording, sentence).not.toBe('quoted');
      }
});
