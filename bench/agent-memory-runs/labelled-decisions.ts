import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from '@memora/core';

/** The relation of a candidate to its neighbour. The first line about each in `decisions/README.md` describes the expected result. */
export const LABELS = [
  'duplicate',
  'update',
  'contest',
  'second',
  'independent',
  'different',
  'junk',
  'durable',
] as const;

export type Label = (typeof LABELS)[number];

/** One line of the labelled set. */
export interface LabelledDecision {
  /** Twelve hex digits of the hash of the line's content: a different wording has a different id. */
  readonly id: string;
  readonly language: string;
  readonly label: Label;
  /** The gate that must refuse it; null if it is not junk. */
  readonly gate: string | null;
  /** An existing memory, text that the host gave as known, or the user's turn; null if the candidate stands alone. */
  readonly neighbour: string | null;
  readonly candidate: string;
  /** The half that nobody tunes on. */
  readonly isHeldOut: boolean;
  /** True for the set that was written after both halves had been read. */
  readonly isUnseen: boolean;
}

const FOLDER = fileURLToPath(new URL('decisions/', import.meta.url));
const UNSEEN = fileURLToPath(new URL('decisions-unseen/', import.meta.url));
const SEPARATOR = ' => ';

/** Every labelled pair of the two halves, by language and position in its file. */
export function readLabelledDecisions(): LabelledDecision[] {
  return readFolder(FOLDER, false);
}

/** Every labelled pair of the held-out set. Nobody may tune on it, or look at its mistakes. */
export function readUnseenDecisions(): LabelledDecision[] {
  return readFolder(UNSEEN, true);
}

function readFolder(folder: string, isUnseen: boolean): LabelledDecision[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) =>
      parseDecisions(readFileSync(join(folder, name), 'utf8'), name.slice(0, -'.txt'.length), isUnseen),
    );
}

function parseDecisions(text: string, language: string, isUnseen: boolean): LabelledDecision[] {
  const decisions: LabelledDecision[] = [];
  let heading: readonly string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) heading = line.slice(2).split(' ');
    else if (line !== '') decisions.push(toDecision(line, language, heading, isUnseen));
  }
  return decisions;
}

function toDecision(
  line: string,
  language: string,
  heading: readonly string[],
  isUnseen: boolean,
): LabelledDecision {
  const label = LABELS.find((known) => known === heading[0]);
  if (label === undefined) throw new Error(`${language}: no label over a line: ${heading.join(' ')}`);
  const at = line.indexOf(SEPARATOR);
  const hash = fingerprint(new TextEncoder().encode([language, ...heading, line].join('\n')));
  return {
    id: hash.slice(0, 12),
    language,
    label,
    gate: heading[1] ?? null,
    neighbour: at < 0 ? null : line.slice(0, at),
    candidate: at < 0 ? line : line.slice(at + SEPARATOR.length),
    // The lowest bit of the first byte, so that nobody can choose the half.
    isHeldOut: isUnseen || Number.parseInt(hash.slice(0, 2), 16) % 2 === 1,
    isUnseen,
  };
}
