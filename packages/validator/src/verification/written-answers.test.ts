import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents/verify-against.ts';

const written = new URL('../testing-fixtures/written/', import.meta.url);

/** Answers written by hand, each with what it cites and with what of it stays: `=` all of it, `-` nothing. What only a judge can read is not among them. */
function* readCases(file: string) {
  for (const block of readFileSync(new URL(file, written), 'utf8').trim().split('\n\n')) {
    const claims = [...block.matchAll(/^([A-Z]): (.+)$/gmu)].map(
      ([, key = '', text = '']) => [key, text] as const,
    );
    const toText = (line = '') =>
      line.replaceAll('\\n', '\n').replace(/\[([A-Z])\]/gu, (whole, key: string) => {
        const at = claims.findIndex(([own]) => own === key);
        return at === -1 ? whole : `[${at + 1}]`;
      });
    const answer = toText(/^> (.+)$/mu.exec(block)?.[1]);
    const clean = /^< (.+)$/mu.exec(block)?.[1];
    const documents = Object.fromEntries(claims.map(([key, text]) => [`${key}.md`, text]));
    yield { documents, answer, clean: clean === '=' ? answer : clean === '-' ? '' : toText(clean) };
  }
}

describe('answers written by hand', () => {
  it.each(readdirSync(written))('of %s keep what they are written down to keep', async (file) => {
    for (const { documents, answer, clean } of readCases(file))
      expect((await verifyAgainst({ documents, answer })).cleanText, answer).toBe(clean);
  });
});
