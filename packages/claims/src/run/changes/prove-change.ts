import type { Blake3 } from '@memora/core';
import { prepareSource } from '@memora/validator/align';
import { findQuote } from '../../prepare/evidence/find-quote.ts';
import { fingerprintSpan } from '../../prepare/fingerprint-span.ts';
import type { SaidChange } from '../../relate/changes/read-changes.ts';
import type { ChangeWindow } from '../../relate/changes/split-windows.ts';
import {
  type ChangeSide,
  type JudgedPair,
  readStandingClaims,
  type StandingClaim,
} from '../../store/changes/change-memory.ts';
import type { SqliteClaimStore } from '../../store/sqlite-claim-store.ts';
import type { ChangeNote } from './open-change-notes.ts';

/** Why a pair that a model reported is refused. */
export type ProofRefusal =
  | 'no_such_passage'
  | 'old_quote_absent'
  | 'new_quote_absent'
  | 'same_statement'
  | 'unreadable';

/** A window and its note. */
interface ShownWindow {
  readonly of: ChangeNote;
  readonly window: ChangeWindow;
}

/** The passages that a model was shown. */
interface ShownPassages {
  /** In order of their numbers, from 1. */
  readonly older: readonly ShownWindow[];
  readonly newer: readonly ShownWindow[];
}

export type Proof = { readonly pair: JudgedPair } | { readonly refused: ProofRefusal };

/** Accepts a pair only if each quote occurs verbatim in its passage. A side is the claim that contains the quote, or the sentence, item or row around it. */
export function proveChange(
  change: SaidChange,
  { older, newer }: ShownPassages,
  store: Pick<SqliteClaimStore, 'database' | 'codec'>,
  hash: Blake3,
): Proof {
  const named = older[change.old - 1];
  if (named === undefined) return { refused: 'no_such_passage' };
  const oldSide = toSide(named, change.oldQuote, store, hash);
  if (oldSide === null) return { refused: 'old_quote_absent' };
  for (const shown of newer) {
    const newSide = toSide(shown, change.newQuote, store, hash);
    if (newSide === null) continue;
    if (isSame(oldSide, newSide)) return { refused: 'same_statement' };
    const [newer, older] = change.isReversed ? [oldSide, newSide] : [newSide, oldSide];
    return { pair: { newer, older, relation: change.relation } };
  }
  return { refused: 'new_quote_absent' };
}

function isSame(a: ChangeSide, b: ChangeSide): boolean {
  return a.note === b.note && a.fingerprint.equals(b.fingerprint) && a.claimId === b.claimId;
}

function toSide(
  { of: { key, note, bytes }, window }: ShownWindow,
  quote: string,
  { database, codec }: Pick<SqliteClaimStore, 'database' | 'codec'>,
  hash: Blake3,
): ChangeSide | null {
  const place = findQuote(prepareSource(window.text), quote);
  if (place === null) return null;
  const shared = ({ start, end }: { start: number; end: number }): number =>
    Math.min(end, place.end) - Math.max(start, place.start);
  // If a quote covers several sentences, choose the longest one that it contains completely.
  const whole = window.pieces.filter(({ start, end }) => place.start <= start && end <= place.end);
  const among = whole.length === 0 ? window.pieces : whole;
  const piece = among.reduce((a, b) => (shared(b) > shared(a) ? b : a));
  const segment = note.segments[piece.segment];
  if (segment === undefined) return null;
  const said = window.text.slice(Math.max(piece.start, place.start), Math.min(piece.end, place.end));
  const claims = readStandingClaims(database, key).filter(
    ({ start, end }) => segment.span.start <= start && end <= segment.span.end,
  );
  const claim = chooseClaim(claims, said, bytes);
  if (claim !== null)
    return { note: key, notePath: note.path, fingerprint: claim.fingerprint, claimId: claim.id };
  const unit = bytes.subarray(segment.span.start, segment.span.end);
  const print = fingerprintSpan(unit, segment.band, hash, codec);
  return print === null ? null : { note: key, notePath: note.path, fingerprint: print, claimId: null };
}

/** Returns the claim of the quoted words: the shortest one that contains them all; among the cells of a row, the one whose value contains them. */
function chooseClaim(
  claims: readonly StandingClaim[],
  said: string,
  bytes: Uint8Array,
): StandingClaim | null {
  const holding = claims.filter(({ start, end }) => {
    const text = Buffer.from(bytes.subarray(start, end)).toString('utf8');
    return findQuote(prepareSource(text), said) !== null;
  });
  const shortest = Math.min(...holding.map(({ start, end }) => end - start));
  const best = holding.filter(({ start, end }) => end - start === shortest);
  const source = prepareSource(said);
  return best.find(({ object }) => object !== null && findQuote(source, object) !== null) ?? best[0] ?? null;
}
