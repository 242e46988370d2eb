import { shortHash } from '../prepare/short-hash.ts';
import { keyOf, type StatementToken } from './compare/statement-token.ts';
import type { Configure } from './predicate-values.ts';
import type { StoredFrame } from './stored-frame.ts';

/** Rewrites the names that notes give as aliases to the note's title, so that one thing has one name. */
export type Canonicalise = (subject: readonly StatementToken[]) => readonly StatementToken[];

/**
 * The keys under which a frame meets those it may conflict with: its subject and relation, and for what one statement says
 * of the other's value, that value. Frames without a common key can't conflict.
 */
export function frameKeys(
  { frame: stored, scope }: StoredFrame,
  canonicalise: Canonicalise,
  configure: Configure,
  hash: (text: string) => number = shortHash,
): number[] {
  const frame = configure({ ...stored, subject: canonicalise(stored.subject) });
  const subject = keyOf(frame.subject);
  const object = keyOf(frame.object);
  const entity = keyOf(frame.subject.slice(0, frame.subject[1]?.kind === 'number' ? 2 : 1));
  const { name, symmetric, ordered } = frame.relation;
  const keys = new Set<string>();
  if (name === 'own') keys.add(`own ${object}`);
  else if (symmetric === true || ordered === true)
    keys.add(`${name} ${[subject, object].sort().join(' | ')}`);
  keys.add(`${name === 'switch' ? 'use' : name} ${subject}`);
  // `switched from A` and `not A` meet `uses A` by the entity and the value.
  const said = frame.denied.length > 0 ? frame.denied.slice(0, 1) : frame.object.slice(0, 1);
  if (frame.denied.length > 0 || name === 'use' || name === 'be' || name === 'written-in') {
    keys.add(`value ${entity} ${keyOf(said)}`);
  }
  return [...keys].map((key) => hash(`${scope}\u0000${key}`));
}

/** Makes the canonicaliser of a look-up from a name to the title of the one note that bears it. */
export function createCanonicalise(
  titleOf: (name: string) => readonly StatementToken[] | null,
): Canonicalise {
  return (subject) => {
    for (let length = Math.min(subject.length, LONGEST_NAME); length > 0; length--) {
      const title = titleOf(keyOf(subject.slice(0, length)));
      if (title !== null) return [...title, ...subject.slice(length)];
    }
    return subject;
  };
}

/** Names of more words than this are not looked for. */
const LONGEST_NAME = 4;
