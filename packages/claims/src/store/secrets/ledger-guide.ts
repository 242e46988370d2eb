import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { isOwnMark, type MarkedClaim, toClaimMark } from '../../ledger/claim-mark.ts';
import { type LedgerDecisions, toLedgerDecisions } from '../../ledger/ledger-decisions.ts';
import type { LedgerVerb } from '../../ledger/parse-ledger.ts';
import {
  type LedgerTarget,
  markedTargets,
  type ResolveTarget,
  resolveLedger,
} from '../../ledger/resolve-ledger.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { type JoinedClaimRow, openTerms, toClaim } from '../read/claim-rows.ts';
import { createTargetResolver, IN_ITS_NOTE, isInItsNote } from '../write/resolve-targets.ts';

type Verdict = 'forget' | 'erase' | null;

/** The ledger's verdicts on the claims of a run, even if their ids and notes have changed since the decision. */
export interface LedgerGuide {
  /** True if any entry erases. */
  readonly erases: boolean;
  /**
   * Returns the verdicts on all claims of a note, and records the claims that an entry may mean. If the note that the entry names is known to contain its
   * claim, no other place is meant. Otherwise the meant place is known only at the end: until then the strictest verdict applies.
   */
  readonly verdictsOn: (note: number, claims: readonly MarkedClaim[]) => Verdict[];
  /** Returns which claims the entries mean, over all notes, and the notes to write again because a claim was left out that may stay. */
  readonly settle: () => { readonly decisions: LedgerDecisions; readonly again: readonly string[] };
}

/** Creates a guide through a ledger; if no entry has a mark, only ids decide, and nothing is recorded. */
export function createLedgerGuide(
  db: Sqlite.Database,
  codec: SecretCodec | undefined,
  decisions: LedgerDecisions,
): LedgerGuide {
  const { entries } = decisions;
  const targets = markedTargets(entries);
  if (targets.length === 0) {
    return {
      erases: decisions.erased.size > 0,
      verdictsOn: (_, claims) => claims.map(({ id }) => decisions.verdictOn(id)),
      settle: () => ({ decisions, again: [] }),
    };
  }
  const plain = toLedgerDecisions(resolveLedger(entries, () => []));
  const marks = createMarkReader(codec, targets);
  const strictest = verdictByTarget(targets);
  const clear = prepareQuery(db, 'clearMatches');
  const record = prepareQuery(db, 'addMatch');
  const resolve = createTargetResolver(db, codec);
  const settleNow = (): LedgerDecisions => toLedgerDecisions(resolveLedger(entries, resolve));
  let settled = settleNow();
  const placed = new Set(
    prepareQuery(db, 'recordedPlaces')
      .all()
      .map(({ note, claim }) => `${note} ${claim}`),
  );

  return {
    erases: entries.some(({ verb }) => verb === 'erase'),
    verdictsOn: (note, claims) => {
      clear.run(note);
      const hitsOf = claims.map(marks);
      for (const [i, { id }] of claims.entries())
        for (const hit of hitsOf[i] ?? []) record.run(note, id, hit);
      return claims.map((claim, i) => {
        const hits = hitsOf[i] ?? [];
        if (hits.length === 0) return plain.verdictOn(claim.id);
        if (placed.has(`${note} ${claim.id}`)) return settled.verdictOn(claim.id);
        const meant = (name: string) =>
          targets.some((target) => isNamedBy(target, name) && resolve(target).includes(claim.id));
        const names = hits.map((hit) => (hit.startsWith(IN_ITS_NOTE) ? hit.slice(1) : hit));
        const found = names.map((name) => (meant(name) ? (strictest.get(name) ?? null) : null));
        if (found.includes('erase')) return 'erase';
        return found.includes('forget') ? 'forget' : plain.verdictOn(claim.id);
      });
    },
    settle: () => {
      seek(db, codec, targets, marks);
      settled = settleNow();
      followIds(db, targets, resolve);
      const again = new Set<string>();
      placed.clear();
      for (const { note, claim, path, live } of prepareQuery(db, 'recordedPlaces').all()) {
        placed.add(`${note} ${claim}`);
        if (live === 0 && settled.verdictOn(claim as ClaimId) !== 'erase') again.add(path);
      }
      return { decisions: settled, again: [...again] };
    },
  };
}

function isNamedBy({ id, mark }: LedgerTarget, hit: string): boolean {
  return id === hit || mark.fingerprint === hit;
}

/** Returns the names that ledger entries may use for a claim: its id, and its marks under the user's key. */
function createMarkReader(codec: SecretCodec | undefined, targets: readonly LedgerTarget[]) {
  const ids = new Set<string>(targets.map(({ id }) => id));
  const wanted = new Map<LedgerVerb, Set<string>>();
  for (const { verb, mark } of targets) {
    if (codec === undefined || mark.fingerprint === null || !isOwnMark(codec, mark.fingerprint)) continue;
    const kind = verb === 'erase' ? 'erase' : 'forget';
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(mark.fingerprint));
  }
  return (claim: MarkedClaim): string[] => {
    const hits = ids.has(claim.id) ? [claim.id as string] : [];
    for (const [kind, known] of wanted) {
      const find = (isSecret: boolean, prefix = '') => {
        const mark = toClaimMark(codec as SecretCodec, kind, claim, isSecret);
        if (known.has(mark) && !hits.includes(prefix + mark)) hits.push(prefix + mark);
      };
      find(claim.isSecret);
      // The text was open when it was decided, or is open now: only the same claim in the same note is meant.
      find(!claim.isSecret, IN_ITS_NOTE);
    }
    return hits;
  };
}

/** The last verdict on each id and mark that an entry names. */
function verdictByTarget(targets: readonly LedgerTarget[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const { id, mark, verb } of targets) {
    if (verb !== 'forget' && verb !== 'erase') continue;
    verdicts.set(id, verb);
    if (mark.fingerprint !== null) verdicts.set(mark.fingerprint, verb);
  }
  return verdicts;
}

/** Searches all claims once for those that an entry may mean whose own note no longer contains it. Afterwards each written note reports if it contains one. */
function seek(
  db: Sqlite.Database,
  codec: SecretCodec | undefined,
  targets: readonly LedgerTarget[],
  marks: (claim: MarkedClaim) => string[],
): void {
  const isSought = prepareQuery(db, 'readMeta');
  const due = targets.filter(
    (target) => isSought.get(soughtName(target)) === undefined && !isInItsNote(db, codec, target),
  );
  if (due.length === 0) return;
  const record = prepareQuery(db, 'addMatch');
  const rows = prepareQuery(db, 'liveWholeClaims');
  const found: [number, string, string][] = [];
  for (const row of rows.iterate()) {
    for (const target of marks(toMarkedClaim(row, codec))) found.push([row.note, row.id, target]);
  }
  for (const each of found) record.run(...each);
  const remember = prepareQuery(db, 'markMeta');
  for (const target of targets) remember.run(soughtName(target));
}

/**
 * An id in an entry without a claim was in use before a rename: a citation of it means the claim that the entry means now, if that is a single one. In this way
 * old ids in the ledger work without the database too.
 */
function followIds(db: Sqlite.Database, targets: readonly LedgerTarget[], resolve: ResolveTarget): void {
  const live = prepareValue(db, 'keyOfLive');
  const followed = prepareQuery(db, 'isFollowed');
  const follow = prepareQuery(db, 'addFormerId');
  for (const target of targets) {
    if (target.verb === 'erase') continue;
    if (live.get(target.id) !== undefined || followed.get(target.id) !== undefined) continue;
    const [key, ...others] = resolve(target).flatMap((id) => live.get(id) ?? []);
    if (key !== undefined && others.length === 0) follow.run(target.id, key);
  }
}

function soughtName({ id, mark }: LedgerTarget): string {
  return `sought ${id} ${mark.fingerprint ?? ''}`;
}

/** Returns the stored inputs of marks. */
export function toMarkedClaim(row: JoinedClaimRow, codec: SecretCodec | undefined): MarkedClaim {
  const { id, subject, predicate, object } = toClaim(row, codec);
  const stored = row.fingerprint.toString('hex');
  const said = { id, subject, inherited: row.inherited === 1, predicate, object };
  if (row.sealed === null || codec === undefined) return { ...said, fingerprint: stored, isSecret: false };
  const { fingerprint = stored } = openTerms(row.sealed, codec) ?? {};
  return { ...said, fingerprint, isSecret: true };
}
