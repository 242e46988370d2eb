import { openSideFile } from '@memora/claims/internal';
import type { Band, ClaimId } from '@memora/core';
import { prepareQueries, prepareValues } from '../queries/prepare-query.ts';
import { FEEDBACK_TABLES } from './feedback-tables.ts';

/** A claim that an answer cited. */
export interface UsedClaim {
  readonly id: ClaimId;
  readonly band: Band;
}

/** A claim that was used together with another, and the strength of that association, 0–1. */
export interface Companion {
  readonly from: ClaimId;
  readonly to: ClaimId;
  readonly strength: number;
}

/**
 * Records which claims were used together: in two consecutive answers of a session, or in one answer whose writer chose them. It holds only ids
 * and numbers, in a separate file, so a question never writes to the claims' database.
 */
export interface FeedbackStore extends Disposable {
  /** Records the claims that an answer cited, the most important first. Skips secret claims. */
  readonly record: (cited: readonly UsedClaim[], options?: RecordOptions) => void;
  /** Returns the claims that these were used with, the strongest first, at most four for each. */
  readonly companionsOf: (ids: readonly ClaimId[]) => readonly Companion[];
  /** Returns the claims that were used. */
  readonly ids: () => readonly ClaimId[];
  /** Removes claims, such as retired ones. */
  readonly forget: (ids: readonly ClaimId[]) => void;
  /** Removes everything. Returns the number of pairs removed. */
  readonly reset: () => number;
  /** Returns the number of stored pairs. */
  readonly size: () => number;
  readonly close: () => void;
}

export interface RecordOptions {
  /**
   * True if a model or a person chose the claims that the answer combines. If rank alone chose them, one answer teaches nothing: retrieval would
   * only learn to agree with itself. False by default.
   */
  readonly chosen?: boolean;
}

export interface FeedbackStoreOptions {
  /** Path of the file. It and its folder are created if missing. `:memory:` uses no file. */
  readonly path: string;
  readonly now?: () => number;
}

/** Only the first claims of an answer count, at most this many: an answer that cites everything connects nothing. */
const MOST_CITED = 6;
/** Milliseconds: two answers at most this far apart belong to one session. */
const SESSION = 15 * 60_000;
/** The number of earlier answers that an answer is connected to: another question may come in between. */
const JOINED_ANSWERS = 2;
/** Milliseconds after which a use counts half. Measured from the latest use, not from the clock, so nothing changes without new uses. */
const HALF_LIFE = 90 * 24 * 3_600_000;
/** A pair with a lower weight is removed. */
const LEAST = 0.05;
/** The weight at which half of the activation is passed on. */
const HALF_STRENGTH = 0.2;
const MOST_COMPANIONS = 4;
/** The number of pairs kept per claim: a rare pair may become more frequent later. */
const MOST_KEPT = 32;

/** Opens a feedback store for reading and writing. */
export function openFeedbackStore({ path, now = Date.now }: FeedbackStoreOptions): FeedbackStore {
  const db = openSideFile(path, FEEDBACK_TABLES, 2000);
  const statements = {
    ...prepareValues(db, ['latestUse', 'usedClaims', 'countPairs']),
    ...prepareQueries(db, ['setLatestUse', 'pairOf', 'pairsFrom', 'putPair', 'removePair']),
    ...prepareQueries(db, ['removePairsOf', 'emptyPairs', 'emptyLatest']),
  };
  let before: readonly { readonly ids: readonly ClaimId[]; readonly at: number }[] = [];

  const latest = () => statements.latestUse.get() ?? 0;
  const learn = db.transaction((pairs: readonly NewPair[], at: number) => {
    for (const [a, b, weight] of pairs) {
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const known = statements.pairOf.get(from, to);
        statements.putPair.run(
          from,
          to,
          weight + (known ? decayed(known, at) : 0),
          Math.max(at, known?.at ?? 0),
        );
      }
    }
    statements.setLatestUse.run(Math.max(at, latest()));
    for (const id of new Set([...pairs.map(([a]) => a), ...pairs.map(([, b]) => b)])) prune(id);
  });
  const prune = (id: ClaimId) => {
    const since = latest();
    const ranked = statements.pairsFrom
      .all(id)
      .map((pair) => ({ ...pair, now: decayed(pair, since) }))
      .sort((x, y) => y.now - x.now || (x.b < y.b ? -1 : 1));
    for (const { b } of ranked.filter((pair, i) => i >= MOST_KEPT || pair.now < LEAST)) {
      statements.removePair.run(id, b);
      statements.removePair.run(b, id);
    }
  };

  const unlearn = db.transaction((ids: readonly ClaimId[]) => {
    for (const id of ids) statements.removePairsOf.run(id, id);
  });

  return {
    record(cited, { chosen = false } = {}) {
      const ids = [...new Set(cited.filter(({ band }) => band !== 'secret').map(({ id }) => id))].slice(
        0,
        MOST_CITED,
      );
      if (ids.length === 0) return;
      const at = now();
      const session = at - (before[0]?.at ?? 0) <= SESSION ? before : [];
      before = [{ ids, at }, ...session].slice(0, JOINED_ANSWERS);
      const pairs = [
        ...(chosen ? pairsWithin(ids) : []),
        ...session.flatMap((earlier, i) => pairsBetween(earlier.ids, ids, 1 / (1 + i))),
      ];
      if (pairs.length > 0) learn.immediate(pairs, at);
    },
    companionsOf(ids) {
      const since = latest();
      return ids.flatMap((from) =>
        statements.pairsFrom
          .all(from)
          .map((pair) => ({ from, to: pair.b as ClaimId, strength: toStrength(decayed(pair, since)) }))
          .sort((x, y) => y.strength - x.strength || (x.to < y.to ? -1 : 1))
          .slice(0, MOST_COMPANIONS),
      );
    },
    ids: () => statements.usedClaims.all() as ClaimId[],
    forget(ids) {
      unlearn.immediate(ids);
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    reset: () => {
      before = [];
      const pairs = statements.countPairs.get() ?? 0;
      db.transaction(() => {
        statements.emptyPairs.run();
        statements.emptyLatest.run();
      }).immediate();
      db.pragma('wal_checkpoint(TRUNCATE)');
      return pairs;
    },
    size: () => statements.countPairs.get() ?? 0,
    close: () => db.close(),
    [Symbol.dispose]: () => db.close(),
  };
}

type NewPair = readonly [a: ClaimId, b: ClaimId, weight: number];

interface Pair {
  readonly weight: number;
  readonly at: number;
}

/** The more claims an answer cites, the less it says about any pair of them. */
function pairsWithin(ids: readonly ClaimId[]): NewPair[] {
  return ids.flatMap((a, i) => ids.slice(i + 1).map((b): NewPair => [a, b, 1 / (ids.length - 1)]));
}

/** Pairs the claims of consecutive questions in a session. The first claims answer best, so their pairs weigh most. */
function pairsBetween(earlier: readonly ClaimId[], ids: readonly ClaimId[], weight: number): NewPair[] {
  return earlier.flatMap((a, i) =>
    ids.flatMap((b, j): NewPair[] => (a === b ? [] : [[a, b, weight / (1 + i + j)]])),
  );
}

function decayed({ weight, at }: Pair, since: number): number {
  return weight * 0.5 ** (Math.max(0, since - at) / HALF_LIFE);
}

/** One use already gives most of the strength, and many pairs are never used twice. */
function toStrength(weight: number): number {
  return weight / (HALF_STRENGTH + weight);
}
