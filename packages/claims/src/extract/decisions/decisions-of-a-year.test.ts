import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { testData } from '../../testing-fixtures/test-data.ts';
import { extractOffline } from '../offline/offline-extractor.ts';

const folder = join(testData, 'changes');

interface Gold {
  readonly kind: string;
  readonly path: string;
  readonly quote: string;
}

it.skipIf(!existsSync(folder))(
  'finds the decisions of a year and a half by their place, F1 .8 and precision .9 (needs MEMORA_TEST_DATA)',
  () => {
    const lines = readFileSync(join(folder, 'gold.jsonl'), 'utf8').trim().split('\n');
    const gold = lines.map((line) => JSON.parse(line) as Gold);
    const decisions = gold.filter(({ kind }) => kind === 'decision');
    const paths = new Set(gold.flatMap(({ path }) => path ?? []));
    const found = [...paths].flatMap((path) => {
      const bytes = readFileSync(join(folder, 'vault', path));
      const note = parseNote(bytes, { path });
      return extractOffline(note, bytes)
        .claims.filter(({ kind }) => kind === 'decision')
        .map(({ span }) => ({ path, text: plain(bytes.subarray(span.start, span.end).toString()) }));
    });
    const isSame = (claim: (typeof found)[number], { path, quote }: Gold) =>
      claim.path === path && (claim.text.includes(plain(quote)) || plain(quote).includes(claim.text));
    const right = found.filter((claim) => decisions.some((each) => isSame(claim, each))).length;
    const seen = decisions.filter((each) => found.some((claim) => isSame(claim, each))).length;
    const [precision, recall] = [right / found.length, seen / decisions.length];
    expect(found.length).toBeGreaterThan(30);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect((2 * precision * recall) / (precision + recall)).toBeGreaterThanOrEqual(0.8);
  },
);

function plain(text: string): string {
  return text.replaceAll('*', '').replaceAll('[[', '').replaceAll(']]', '').split(/\s+/u).join(' ').trim();
}
