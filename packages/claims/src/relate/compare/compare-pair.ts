import { ANTONYMS } from '@memora/language/words';
import { areInOtherScripts, areOfOtherKinds } from './compare-kinds.ts';
import type { Frame } from './frame.ts';
import { type DateToken, overlaps, type StatementToken, sameToken } from './statement-token.ts';

/** What the judge makes of two statements. */
export type PairVerdict =
  | { readonly verdict: 'duplicate' }
  | { readonly verdict: 'compatible' }
  /** The one named is enough for the other: `on 3 May` for `in May`, `all` for `some`. */
  | { readonly verdict: 'entails'; readonly by: 'a' | 'b' }
  | { readonly verdict: 'conflict'; readonly reason: ConflictReason; readonly singleValued: boolean };

/** Why two statements can't both hold. */
export type ConflictReason =
  | 'value'
  | 'number'
  | 'date'
  | 'negation'
  | 'quantifier'
  | 'modal'
  | 'opposite'
  | 'order'
  | 'replaced'
  /** A model judged, and gave no kind. */
  | 'judged';

const COMPATIBLE: PairVerdict = { verdict: 'compatible' };
const DUPLICATE: PairVerdict = { verdict: 'duplicate' };
const entails = (by: 'a' | 'b'): PairVerdict => ({ verdict: 'entails', by });
const conflict = (reason: ConflictReason, singleValued = true): PairVerdict => ({
  verdict: 'conflict',
  reason,
  singleValued,
});

/**
 * Judges two frames: the same fact, two that can't both hold at one time, or neither. Deterministic and symmetric; what it can't
 * tell is `compatible`, because a false contradiction costs a reader more than a missed one.
 */
export function comparePair(a: Frame, b: Frame): PairVerdict {
  if (a.event || b.event) return sameFrame(a, b) ? DUPLICATE : COMPATIBLE;
  const replaced = replaces(a, b) || replaces(b, a);
  if (replaced) return conflict('replaced');
  if (a.past !== b.past) return COMPATIBLE;
  if (a.relation.ordered === true && a.relation.name === b.relation.name) {
    if (sameList(a.subject, b.object) && sameList(a.object, b.subject)) return conflict('order', false);
  }
  if (a.relation.symmetric === true && a.relation.name === b.relation.name) {
    if (sameList(a.subject, b.object) && sameList(a.object, b.subject)) return DUPLICATE;
  }
  if (a.relation.name === 'own' && b.relation.name === 'own') return judgeOwners(a, b);
  if (!sameRelation(a, b) || !sameList(a.subject, b.subject)) return COMPATIBLE;
  const same = sameList(a.object, b.object);
  if (same) return judgeSameObject(a, b);
  if (a.negated || b.negated || (a.relation.name === 'be' && a.relation.values === 'many')) return COMPATIBLE;
  if (a.relation.name === 'plain' || a.relation.name === 'task') return COMPATIBLE;
  if (opposite(a.object, b.object)) return conflict('opposite');
  return judgeValues(a, b);
}

function judgeSameObject(a: Frame, b: Frame): PairVerdict {
  const quantified = judgeQuantifiers(a, b);
  if (quantified !== null) return quantified;
  if (a.modal !== b.modal) return a.negated !== b.negated ? conflict('modal') : COMPATIBLE;
  return judgeSame(a, b);
}

/** Both say one thing of one, or deny it. "Redis, not Valkey" and "Redis, not Memcached" each say something of their own, and more than "Redis". */
function judgeSame(a: Frame, b: Frame): PairVerdict {
  if (a.negated !== b.negated) return conflict('negation');
  if (sameList(a.denied, b.denied)) return DUPLICATE;
  if (a.denied.length > 0 && b.denied.length > 0) return COMPATIBLE;
  return entails(a.denied.length > 0 ? 'a' : 'b');
}

/** The square of opposition: all against not all, none against some, all against none. */
function judgeQuantifiers(a: Frame, b: Frame): PairVerdict | null {
  const [x, y] = [effectiveQuantifier(a), effectiveQuantifier(b)];
  if (x === null && y === null) return null;
  if (x === y) return a.negated === b.negated ? DUPLICATE : conflict('negation');
  const both = [x, y].sort().join(' ');
  if (both === 'all some' && !a.negated && !b.negated) return entails(x === 'all' ? 'a' : 'b');
  if (both === 'none not-all') return entails(x === 'none' ? 'a' : 'b');
  return both === 'all not-all' || both === 'none some' || both === 'all none'
    ? conflict('quantifier')
    : COMPATIBLE;
}

function effectiveQuantifier(frame: Frame): Frame['quantifier'] {
  if (frame.quantifier === 'all' && frame.negated) return 'not-all';
  return frame.quantifier;
}

function judgeValues(a: Frame, b: Frame): PairVerdict {
  if (a.object.length !== b.object.length) {
    return singleText(a, b) ? conflict('value') : COMPATIBLE;
  }
  const differing = a.object.flatMap((token, i) => {
    const other = b.object[i] as StatementToken;
    return sameToken(token, other) ? [] : [{ token, other }];
  });
  const [first] = differing;
  if (differing.length === 1 && first !== undefined) {
    const { token, other } = first;
    if (token.kind === 'number' && other.kind === 'number') return conflict('number');
    if (token.kind === 'date' && other.kind === 'date')
      return overlaps(token, other) ? judgeDates(token, other) : conflict('date');
    if (token.kind === 'time' && other.kind === 'time') return conflict('date');
  }
  return singleText(a, b) ? conflict('value') : COMPATIBLE;
}

function judgeDates(a: DateToken, b: DateToken): PairVerdict {
  if (a.from >= b.from && a.until <= b.until) return entails('a');
  return b.from >= a.from && b.until <= a.until ? entails('b') : COMPATIBLE;
}

/** More words than this are a description and no value: a place, a status, a version and a name have fewer. */
const LONGEST_VALUE = 3;

/** Both take one value, and neither is a description ("is a …") or a narrower window of the other. */
function singleText(a: Frame, b: Frame): boolean {
  if (Math.max(a.object.length, b.object.length) > LONGEST_VALUE) return false;
  if (a.relation.values !== 'one' || b.relation.values !== 'one' || a.indefinite || b.indefinite)
    return false;
  if (areOfOtherKinds(a, b) || areInOtherScripts(a, b)) return false;
  // One thing may have any number of pages that are linked to it.
  if ([...a.object, ...b.object].some(isAddress)) return false;
  const [shorter, longer] = a.object.length <= b.object.length ? [a.object, b.object] : [b.object, a.object];
  if (shorter.every((token) => longer.some((other) => sameToken(token, other) || overlaps(token, other))))
    return false;
  // Where each has words of its own around a shared value, the two speak of different cases.
  const values = (list: readonly StatementToken[]) => list.filter(({ kind }) => kind !== 'word').length;
  return !(values(a.object) > 0 && values(b.object) > 0 && a.object.length > 1 && b.object.length > 1);
}

function isAddress({ key }: StatementToken): boolean {
  return /^https?$|\/|^www\./u.test(key);
}

function opposite(a: readonly StatementToken[], b: readonly StatementToken[]): boolean {
  if (a.length !== b.length) return false;
  const differing = a.flatMap((token, i) => {
    const other = b[i] as StatementToken;
    return sameToken(token, other) ? [] : [`${token.key} ${other.key}`];
  });
  return differing.length === 1 && ANTONYMS.has(differing[0] as string);
}

/** `from X` of the one is what the other says: the one tells that the other no longer holds. */
function replaces(a: Frame, b: Frame): boolean {
  if (a.denied.length === 0 || b.negated || !beginsWith(b.object, a.denied)) return false;
  return sameList(a.subject, b.subject) || shareEntity(a.subject, b.subject);
}

/** The object itself, or the object and a purpose: `JSON for serialization`. */
function beginsWith(object: readonly StatementToken[], head: readonly StatementToken[]): boolean {
  if (!head.every((token, i) => object[i] !== undefined && sameToken(token, object[i]))) return false;
  const next = object[head.length];
  return (
    next === undefined || next.key === 'for' || next.key === 'as' || next.key === 'für' || next.key === 'als'
  );
}

/** The narrower subject names the wider one first: `drift` and `drift serialization format`. */
function shareEntity(a: readonly StatementToken[], b: readonly StatementToken[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return (
    shorter.length > 0 && shorter.every((token, i) => longer[i] !== undefined && sameToken(token, longer[i]))
  );
}

/** Ownership has many objects and one subject. */
function judgeOwners(a: Frame, b: Frame): PairVerdict {
  if (!sameList(a.object, b.object)) return COMPATIBLE;
  if (sameList(a.subject, b.subject)) return judgeSame(a, b);
  if (Math.max(a.subject.length, b.subject.length) > LONGEST_VALUE) return COMPATIBLE;
  return a.negated || b.negated ? COMPATIBLE : conflict('value');
}

function sameRelation(a: Frame, b: Frame): boolean {
  return a.relation.name === b.relation.name;
}

function sameFrame(a: Frame, b: Frame): boolean {
  return (
    sameRelation(a, b) &&
    sameList(a.subject, b.subject) &&
    sameList(a.object, b.object) &&
    sameList(a.denied, b.denied) &&
    a.negated === b.negated
  );
}

function sameList(a: readonly StatementToken[], b: readonly StatementToken[]): boolean {
  return a.length === b.length && a.every((token, i) => sameToken(token, b[i] as StatementToken));
}
