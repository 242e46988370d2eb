import { FUNCTION, traitsOf } from '../../words/lexicon.ts';
import { sideOf } from '../../words/opposites.ts';
import { stemOf, type WordToken } from '../../words/read-words.ts';

const THAN = /^(?:than|als|que|di|чем|dan)$/u;

/** `Go is slower than Rust` says what `Rust is faster than Go` says: the opposite word, and the operands the other way round. */
export function isTurnedRound(said: readonly WordToken[], sentence: readonly WordToken[]): boolean {
  const [ours, theirs] = [readComparison(said), readComparison(sentence)];
  return (
    ours !== null &&
    theirs !== null &&
    ours.side === -theirs.side &&
    theirs.before.has(ours.than) &&
    ours.before.has(theirs.than) &&
    !ours.before.has(ours.than)
  );
}

interface Comparison {
  readonly side: number;
  /** Stems of what stands before the comparison. */
  readonly before: ReadonlySet<string>;
  /** The stem of what is behind `than`. */
  readonly than: string;
}

function readComparison(words: readonly WordToken[]): Comparison | null {
  const at = words.findIndex(({ key }) => THAN.test(key));
  const other = words
    .slice(at + 1)
    .find(({ key, text }) => (traitsOf(key) & FUNCTION) === 0 || /^\p{Lu}/u.test(text));
  const compared = words.slice(0, Math.max(at, 0)).findLast(({ key }) => sideOf(key) !== 0);
  if (other === undefined || compared === undefined) return null;
  const before = words.filter(({ end }) => end <= compared.start).map(({ key }) => stemOf(key));
  return { side: sideOf(compared.key), before: new Set(before), than: stemOf(other.key) };
}
