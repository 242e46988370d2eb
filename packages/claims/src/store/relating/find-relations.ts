import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { assertionCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { comparePair, type PairVerdict } from '../../relate/compare/compare-pair.ts';
import type { Frame } from '../../relate/compare/frame.ts';
import { createBodyReader } from '../../relate/frame-body.ts';
import type { Canonicalise } from '../../relate/frame-keys.ts';
import type { Configure } from '../../relate/predicate-values.ts';
import type { StoredFrame } from '../../relate/stored-frame.ts';
import type { Overruling } from '../changes/create-overruling.ts';
import { parseStored } from '../read/parse-stored.ts';

/** A live claim with its frame, under one key. */
export interface Member {
  readonly key: number;
  readonly id: ClaimId;
  readonly note: number;
  readonly said: number | null;
  /** The frame's JSON; what a judge said is kept under it. */
  readonly body: string;
  /** True for a secret claim: nobody is asked about it. */
  readonly sealed: boolean;
  readonly frame: Frame;
}

/** A claim as the reader of groups finds it. */
export type MemberRow = Omit<Member, 'frame' | 'id' | 'sealed'> & { readonly id: string };

/** Two claims that can't both hold. The order of the two means nothing. */
interface FoundConflict {
  readonly type: 'contradicts';
  readonly a: number;
  readonly b: number;
  readonly reason: string;
  readonly singleValued: boolean;
  readonly judge: string;
}

/** If the first claim (`a`) holds, so does the second. */
interface FoundEntailment {
  readonly type: 'entails';
  readonly a: number;
  readonly b: number;
}

/** Between row keys of claims. */
export type FoundRelation = FoundConflict | FoundEntailment;

/** The name under which the rules' verdicts stand in an edge's metadata. */
const RULES_JUDGE = 'rules@1';

/**
 * More different things than this said under one key make it a key of many values (a log, a list): such keys are left alone,
 * which also bounds the pairs that are judged.
 */
const MOST_VALUES = 48;
/** This many claims under one key are a formula of a template, whatever they say. */
const MOST_CLAIMS = 1000;
/** A statement that more claims make is a formula: the first of them, by id, are enough to show that one entails another. */
const MOST_ENTAILED = 8;
/**
 * Conflicts under one key for each claim under it. Two statements of 128 claims each come to that, 48 values of two claims each too;
 * where there would be more, a note of 30 kB would come to 640,000 pairs, each claim stands against the first of the others, by id.
 */
const MOST_CONFLICTS = 64;

interface FinderOptions {
  readonly canonicalise: Canonicalise;
  readonly configure: Configure;
  /** What a judge said of two claims goes before the rules. */
  readonly isOverruled: Overruling;
  /** Opens the frames of secret claims. */
  readonly codec: SecretCodec | undefined;
}

/** Reads the claims under one key in groups that say the same, in order of id; none where the key takes many values. `more` is read as one of them. */
export function createGroupReader(
  db: Sqlite.Database,
  { canonicalise, configure, codec }: Omit<FinderOptions, 'isOverruled'>,
  more?: MemberRow,
): (frameKey: number) => readonly (readonly Member[])[] {
  const asserted = assertionCodes.toCode('asserted');
  const select = db.prepare<[number, number], MemberRow>(
    `SELECT claim.key, claim.id, claim.note, claim.said, frame.body FROM frame_key
     JOIN claim ON claim.key = frame_key.claim JOIN frame ON frame.claim = claim.key JOIN note ON note.key = claim.note
     WHERE frame_key.key = ? AND claim.recorded_until IS NULL AND claim.assertion = ? AND claim.status <> 4
     AND note.status <> 'archived' ORDER BY claim.id LIMIT ${MOST_CLAIMS + 1}`,
  );
  const open = createBodyReader(codec);
  return (frameKey) => {
    const stored = select.all(frameKey, asserted);
    const rows = more === undefined ? stored : [...stored, more].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (rows.length < 2 || rows.length > MOST_CLAIMS) return [];
    const bodies = Map.groupBy(
      rows.flatMap((row) => {
        const opened = open(row.body);
        return opened === null ? [] : [{ ...row, body: opened.text, sealed: opened.sealed }];
      }),
      (row) => row.body,
    );
    if (bodies.size > MOST_VALUES) return [];
    const groups = [...bodies].map(([body, same]) => ({ stored: parseStored<StoredFrame>(body), same }));
    if (isRepeated(groups)) return [];
    return groups.map(({ stored, same }) => {
      const subject = canonicalise(stored.frame.subject);
      const frame = configure({ ...stored.frame, subject });
      return same.map((row): Member => ({ ...row, id: row.id as ClaimId, frame }));
    });
  };
}

/** Reads and judges the claims under one key. The outcome depends on the set of claims alone. */
export function createRelationFinder(
  db: Sqlite.Database,
  options: FinderOptions,
  more?: MemberRow,
): (frameKey: number) => FoundRelation[] {
  const read = createGroupReader(db, options, more);
  return (frameKey) => {
    const groups = read(frameKey);
    const most = conflictsInEachGroup(groups);
    const found: FoundRelation[] = [];
    for (const [i, first] of groups.entries()) {
      found.push(...sameInOtherWords(first));
      for (const second of groups.slice(i + 1))
        for (const relation of relationsBetween(first, second, most, options)) found.push(relation);
    }
    return found;
  };
}

/** How many claims of another group each claim stands against: all, as long as that is no more than {@link MOST_CONFLICTS} a claim. */
function conflictsInEachGroup(groups: readonly (readonly Member[])[]): number {
  const claims = groups.reduce((sum, { length }) => sum + length, 0);
  const within = groups.reduce((sum, { length }) => sum + length ** 2, 0);
  const pairs = (claims ** 2 - within) / 2;
  return pairs <= MOST_CONFLICTS * claims
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor(MOST_CONFLICTS / (groups.length - 1)));
}

/** Every pair of the two where no claim gets more than the limit, else each claim with the first of the other group. */
function pairsOf(
  first: readonly Member[],
  second: readonly Member[],
  most: number,
): (readonly [Member, Member])[] {
  return first.flatMap((x, i) => (i < most ? second : second.slice(0, most)).map((y) => [x, y] as const));
}

/**
 * Learned from the notes: a field that one note gives several values takes several, wherever it stands (`Fixed: …` of a changelog).
 */
function isRepeated(
  groups: readonly { readonly stored: StoredFrame; readonly same: readonly Pick<MemberRow, 'note'>[] }[],
): boolean {
  const seen = new Set<number>();
  for (const { stored, same } of groups) {
    if (!stored.field) continue;
    for (const note of new Set(same.map((row) => row.note))) {
      if (seen.has(note)) return true;
      seen.add(note);
    }
  }
  return false;
}

/** The same in other words, which `duplicate_of` does not link: each entails the first of them, and that one each. */
function sameInOtherWords(group: readonly Member[]): FoundEntailment[] {
  const [first, ...rest] = group;
  if (first === undefined) return [];
  const others = rest.filter(({ said }) => said === null || said !== first.said).slice(0, MOST_ENTAILED);
  return others.flatMap((other) => bothWays(first.key, other.key));
}

/** Claims with the same frame share one verdict; each of the one stands to each of the other as their frames do. */
function relationsBetween(
  first: readonly Member[],
  second: readonly Member[],
  most: number,
  { isOverruled }: FinderOptions,
): FoundRelation[] {
  const [a, b] = [first[0] as Member, second[0] as Member];
  const verdict: PairVerdict = comparePair(a.frame, b.frame);
  switch (verdict.verdict) {
    case 'compatible':
      return [];
    case 'conflict': {
      const { reason, singleValued } = verdict;
      return pairsOf(first, second, most).flatMap(([x, y]): FoundConflict[] =>
        isOverruled(x.key, y.key)
          ? []
          : [{ type: 'contradicts', a: x.key, b: y.key, reason, singleValued, judge: RULES_JUDGE }],
      );
    }
    case 'duplicate':
    case 'entails': {
      const pairs = first
        .slice(0, MOST_ENTAILED)
        .flatMap((x) => second.slice(0, MOST_ENTAILED).map((y) => [x.key, y.key] as const));
      if (verdict.verdict === 'duplicate') return pairs.flatMap(([x, y]) => bothWays(x, y));
      return pairs.map(([x, y]) => (verdict.by === 'a' ? entailment(x, y) : entailment(y, x)));
    }
  }
}

function bothWays(a: number, b: number): FoundEntailment[] {
  return [entailment(a, b), entailment(b, a)];
}

function entailment(a: number, b: number): FoundEntailment {
  return { type: 'entails', a, b };
}
