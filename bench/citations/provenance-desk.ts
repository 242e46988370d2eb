import { fingerprint } from '@memora/core';
import type { CheckStatus, CitableClaim } from '@memora/validator';
import type { SourceText } from './load-texts.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Three sentences of one source as claims of one note, all intact. */
export interface Desk {
  readonly random: SeededRandom;
  readonly sentences: readonly [string, string, string];
  readonly ids: readonly [string, string, string];
  readonly claims: Map<string, CitableClaim>;
  readonly notes: Map<string, Uint8Array>;
  readonly note: string;
  /** A sentence of another source, with a number that this one lacks. */
  readonly foreign: string;
}

export const encoder = new TextEncoder();
/** A figure of two digits or more that is not part of a word. */
export const FIGURE = /(?<![\p{L}-])\d{2,}(?![\p{L}\d-])/u;
export const PATH = 'notes/source.md';

/** Sentences of prose without markup, quotations or a second sentence in them. */
export function proseOf({ text, sentences }: SourceText): string[] {
  const found = sentences.map(({ start, end }) => text.slice(start, end));
  return found.filter(
    (sentence, i) =>
      /^\p{Lu}[\p{L}\p{N} ,()%-]+\.$/u.test(sentence) &&
      found.indexOf(sentence) === i &&
      text.split(sentence).length === 2 &&
      !/\b(?:no|p|vs|etc|al|fig|dr|st|mr)\.?$/iu.test(sentence.slice(0, -1)),
  );
}

const proseBySource = new WeakMap<SourceText, string[]>();

export function setUp(sources: readonly SourceText[], random: SeededRandom): Desk | null {
  const [source, other] = [random.pick(sources), random.pick(sources)];
  for (const text of [source, other]) if (!proseBySource.has(text)) proseBySource.set(text, proseOf(text));
  const prose = proseBySource.get(source) as string[];
  if (prose.length < 3 || source === other) return null;
  const from = random.below(prose.length - 2);
  const sentences = prose.slice(from, from + 3) as [string, string, string];
  const figures = new Set(sentences.join(' ').match(/\d+/g) ?? []);
  const foreigners = (proseBySource.get(other) as string[]).filter((sentence) => {
    const found = sentence.match(new RegExp(FIGURE, 'gu')) ?? [];
    return found.some((figure) => !figures.has(figure));
  });
  if (foreigners.length === 0) return null;
  const note = `# ${random.pick(['Notes', 'Заметки', 'Café', '記録'])}\r\n\r\n${sentences.join(' ')}\r\n\r\nThe end. 👋\r\n`;
  const notes = new Map([[PATH, encoder.encode(note)]]);
  const claims = new Map<string, CitableClaim>();
  const ids = sentences.map((sentence) => cite(claims, PATH, note, sentence, random)) as [
    string,
    string,
    string,
  ];
  return { random, sentences, ids, claims, notes, note, foreign: random.pick(foreigners) };
}

export function cite(
  claims: Map<string, CitableClaim>,
  notePath: string,
  note: string,
  sentence: string,
  random: SeededRandom,
): string {
  const start = encoder.encode(note.slice(0, note.indexOf(sentence))).length;
  const bytes = encoder.encode(sentence);
  const id = newId(random);
  claims.set(id, {
    id,
    notePath,
    span: { start, end: start + bytes.length },
    fingerprint: fingerprint(bytes),
    subject: sentence.split(' ').slice(0, 2).join(' '),
    predicate: 'says',
    object: null,
    noteTitle: 'Notes',
    headingPath: ['Notes'],
  });
  return id;
}

export function newId(random: SeededRandom): string {
  return Array.from({ length: 16 }, () => random.below(36).toString(36)).join('');
}

export function rewrite({ notes, note }: Desk, by: (note: string) => string): void {
  notes.set(PATH, encoder.encode(by(note)));
}

export function change(
  { claims }: Desk,
  id: string,
  by: (claim: CitableClaim) => Partial<CitableClaim>,
): void {
  const claim = claims.get(id) as CitableClaim;
  claims.set(id, { ...claim, ...by(claim) });
}

export function withOtherNote(
  { claims, notes, sentences: [a], ids: [x], foreign, random }: Desk,
  attack: (notes: Map<string, Uint8Array>) => void,
  status: CheckStatus,
) {
  notes.set('notes/other.md', encoder.encode(`${foreign}\n`));
  const id = cite(claims, 'notes/other.md', `${foreign}\n`, foreign, random);
  attack(notes);
  return one(mark(a, x), mark(foreign, id), status, a, foreign);
}

/** A good statement, then one that must be removed. */
export function one(good: string, bad: string, status: CheckStatus | null, kept: string, gone: string) {
  return {
    answer: `${good} ${bad}`,
    expected: ['verified', status] as (CheckStatus | null)[],
    unsupported: [bare(gone)],
    supported: [bare(kept)],
  };
}

export function mark(sentence: string, id: string): string {
  return `${bare(sentence)} [claim:${id}].`;
}

export function bare(sentence: string): string {
  return sentence.replace(/\s*\.$/u, '');
}
