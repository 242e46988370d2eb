import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { ParsedNote } from '@memora/vault';
import type { LedgerDecisions } from '../../../ledger/ledger-decisions.ts';
import { precisionCodes } from '../../../model/codes.ts';
import type { Extraction } from '../../../model/extractor.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { Grounding } from '../../../prepare/evidence/ground-memory.ts';
import { identifyClaims } from '../../../prepare/identify-claims.ts';
import { type PreparedClaim, prepareClaims } from '../../../prepare/prepare-claims.ts';
import { toDocument } from '../../../prepare/to-document.ts';
import type { PredicateValues } from '../../../relate/predicate-values.ts';
import { type Conflict, type ResolvedConflict, resolveConflicts } from '../../../relate/resolve-conflicts.ts';
import { prepareValue } from '../../queries/prepare-query.ts';
import { createSlotFinder, type FoundConflict } from '../find-slot-conflicts.ts';
import { toSlotRow } from '../read-relating.ts';
import { createEntityLookup, slotKey } from '../refresh-slot-keys.ts';
import { readComponent, toConflicting } from '../write-resolution.ts';

/** The expected results for a claim of a note that is not written yet. */
export interface PreviewedClaim {
  readonly id: ClaimId;
  readonly trust: number;
  /** Live claims of other notes that say the same, ordered by id. */
  readonly same: readonly ClaimId[];
  /** The conflicts that it would be in, resolved like in the pass after the notes. */
  readonly conflicts: readonly ResolvedConflict[];
  readonly status: 'current' | 'superseded' | 'contested';
}

interface PreviewOptions {
  readonly decisions: LedgerDecisions;
  readonly predicates?: PredicateValues;
  readonly codec?: SecretCodec | undefined;
  /** The id of the memory or claim that the note replaces according to its frontmatter. */
  readonly replaces?: string;
  /** The effect of the quoted turn on a memory. */
  readonly grounding?: Grounding | null;
}

/** The row key of a claim that has none yet. */
const NEW = -1;

/**
 * Returns the relations that a note's claims would have in the vault, without writing, by the functions of the pass itself. Secret claims are not related here.
 */
export function previewNote(
  db: Sqlite.Database,
  note: ParsedNote,
  bytes: Uint8Array,
  extraction: Extraction,
  options: PreviewOptions,
): PreviewedClaim[] {
  const prepared = prepareClaims(note, bytes, extraction.claims, null, options.grounding ?? null).filter(
    ({ band }) => band !== 'secret',
  );
  const ids = identifyClaims(note.id, prepared, bytes, options.codec);
  return prepared.map((claim, i) => previewClaim(db, note, claim, ids[i] as ClaimId, options));
}

function previewClaim(
  db: Sqlite.Database,
  note: ParsedNote,
  claim: PreparedClaim,
  id: ClaimId,
  options: PreviewOptions,
): PreviewedClaim {
  const { trust } = claim;
  const isAsserted = claim.extracted.assertion === 'asserted';
  const same = new Set(isAsserted ? saidBefore(db, claim.said) : []);
  const conflicts: Conflict[] = [];
  const touched = new Set<number>();
  for (const { a, b, reason } of isAsserted ? conflictsOf(db, note, claim, id, options) : []) {
    const other = a === NEW ? b : a;
    touched.add(other);
    conflicts.push({ a: id, b: idOf(db, other), reason, singleValued: true });
  }
  for (const key of replacedBy(db, options.replaces)) {
    touched.add(key);
    const b = idOf(db, key);
    const found = conflicts.findIndex((conflict) => conflict.b === b);
    if (found >= 0) conflicts.splice(found, 1);
    conflicts.push({ a: id, b, reason: 'replaced', singleValued: true, later: id });
  }
  const component = readComponent(db, [...touched], options.codec);
  const { validFrom, validUntil, precision } = claim.extracted;
  const resolution = resolveConflicts(
    [...component.claims.values().map(toConflicting), { id, validFrom, validUntil, precision, trust }],
    [...component.conflicts, ...conflicts],
    options.decisions.conflicts,
  );
  return {
    id,
    trust,
    same: [...same].sort(),
    conflicts: resolution.conflicts.filter(({ newer, older }) => newer === id || older === id),
    status: resolution.untilById.has(id)
      ? 'superseded'
      : resolution.contested.has(id)
        ? 'contested'
        : 'current',
  };
}

function conflictsOf(
  db: Sqlite.Database,
  note: ParsedNote,
  claim: PreparedClaim,
  id: ClaimId,
  { predicates }: PreviewOptions,
): FoundConflict[] {
  const slot = toSlotRow(toDocument(0, id, claim, note, undefined));
  const key = slot === null ? null : slotKey(slot, createEntityLookup(db));
  if (slot === null || key === null) return [];
  const { validFrom: valid_from, precision } = claim.extracted;
  const member = {
    ...slot,
    key: NEW,
    id,
    note: NEW,
    valid_from,
    precision: precisionCodes.toCode(precision),
  };
  const find = createSlotFinder(db, { predicates, isOverruled: () => false }, member);
  return find(key).filter(({ a, b }) => a === NEW || b === NEW);
}

function idOf(db: Sqlite.Database, key: number): ClaimId {
  return prepareValue(db, 'idOfClaim').get(key) as ClaimId;
}

function saidBefore(db: Sqlite.Database, said: number | null): ClaimId[] {
  if (said === null) return [];
  return prepareValue(db, 'saidBefore').all(said) as ClaimId[];
}

function replacedBy(db: Sqlite.Database, named: string | undefined): number[] {
  if (named === undefined) return [];
  return prepareValue(db, 'claimsNamed').all(named, named);
}
