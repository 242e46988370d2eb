import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two statements of a vault, and the relation of the newer one to the older one. */
export interface LabelledPair {
  readonly id: string;
  readonly relation: 'replaces' | 'contradicts' | 'same' | 'compatible';
  readonly older: string;
  readonly newer: string;
}

interface Side {
  readonly quote: string;
}

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly relation?: string;
  readonly older?: Side;
  readonly newer?: Side;
  readonly a?: Side;
  readonly b?: Side;
}

/** The labelled pairs of a set in `changes/`. */
export function readChangeLabels(folder: string): LabelledPair[] {
  const lines = readFileSync(join(folder, 'gold.jsonl'), 'utf8').trim().split('\n');
  return lines.flatMap((text): LabelledPair[] => {
    const { id, kind, relation, ...sides } = JSON.parse(text) as Line;
    const [older, newer] = [sides.older ?? sides.a, sides.newer ?? sides.b];
    if (older === undefined || newer === undefined) return [];
    const quotes = { id, older: older.quote, newer: newer.quote };
    if (kind === 'change')
      return [{ ...quotes, relation: relation === 'contradicts' ? relation : 'replaces' }];
    return kind === 'same' || kind === 'compatible' ? [{ ...quotes, relation: kind }] : [];
  });
}

/** A text in the form in which quotes are searched: without Markdown, with one kind of quotation mark, space and case. */
export function toPlain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[*_`~|>#\\]/gu, '')
    .replace(/\[\[([^\]|]*\|)?([^\]]*)\]\]/gu, '$2')
    .replace(/[“”]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
