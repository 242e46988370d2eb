import type { ClaimId } from '@memora/core';
import { formatUnit } from './units/format-unit.ts';
import type { Unit } from './units/unit.ts';

/** A passage that an answer shows, with where it stands. */
export interface AnswerPassage {
  readonly notePath: string;
  readonly noteTitle: string;
  /** The headings above it, outermost first. */
  readonly headingPath: readonly string[];
  /** What is shown of it, as Markdown without citations. */
  readonly text: string;
  /** The claims that carry it, in the order of the text. */
  readonly claimIds: readonly ClaimId[];
  /** From when it holds (`2026-04-20`), where the notes say so of all of it. */
  readonly since: string | null;
  /** Words of the question that it holds itself, or under its title and headings; and those that it does not. */
  readonly why: { readonly holds: readonly string[]; readonly lacks: readonly string[] };
}

/** A unit as its reader may take it apart. */
export function toAnswerPassage(unit: Unit): AnswerPassage {
  const lines = unit.blocks.flatMap((block) => block.lines);
  const claims = lines.flatMap((line) => line.claims.slice(0, 1));
  const dates = new Set(claims.map(dayOf));
  const heldByWord = new Map<string, boolean>();
  for (const { evidence } of unit.found)
    for (const { words } of evidence)
      for (const { word, held } of words) heldByWord.set(word, heldByWord.get(word) === true || held > 0);
  const wordsThat = (hold: boolean) =>
    [...heldByWord].flatMap(([word, held]) => (held === hold ? [word] : []));
  return {
    notePath: unit.notePath,
    noteTitle: unit.noteTitle,
    headingPath: unit.headingPath,
    text: withoutCitations(formatUnit(unit)),
    claimIds: claims.map(({ id }) => id),
    since: dates.size === 1 ? ([...dates][0] ?? null) : null,
    why: { holds: wordsThat(true), lacks: wordsThat(false) },
  };
}

/** The day, month or year a claim holds from; nothing where only the file's own time is known. */
function dayOf({
  validFrom,
  precision,
}: Unit['blocks'][number]['lines'][number]['claims'][number]): string | null {
  if (validFrom === null || precision === 'unknown' || precision === 'instant') return null;
  return validFrom.slice(0, 10);
}

/** A unit is one bullet in a draft; by itself it is what stands in it. */
function withoutCitations(draft: string): string {
  return draft
    .replace(/^[ \t]*\[claim:[^\]]*\]\n?/gmu, '')
    .replace(/ \[claim:[^\]]*\]/gu, '')
    .split('\n')
    .map((line) => line.slice(Math.min(2, /^(?:- | {0,2})/u.exec(line)?.[0].length ?? 0)))
    .join('\n')
    .trimEnd();
}
