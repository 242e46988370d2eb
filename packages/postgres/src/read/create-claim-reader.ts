import type { ClaimReader, LedgerEntry } from '@memora/claims';
import { bandCodes, fingerprintSpan, loadBlake3 } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { ask, askOne } from '../queries/ask.ts';
import type { ScopeKind } from '../team/scopes.ts';
import { countClaims, readClaimPage, readClaims, type ScopeReading } from './read-claims.ts';
import * as lists from './read-lists.ts';
import { readNoteNames } from './read-note-names.ts';
import { resolveEntries } from './resolve-entries.ts';

/** What reading a memory needs in addition to claims. */
export interface TeamReader extends ClaimReader {
  /** True if these bytes equal the claim's span as indexed; false for a secret claim without its key. */
  readonly matchesSpan: (id: string, bytes: Uint8Array) => Promise<boolean>;
  /** True if a secret claim is stored, live or retired. */
  readonly holdsSecrets: () => Promise<boolean>;
  /** True if a worker has indexed the whole scope since it was created. */
  readonly isComplete: () => Promise<boolean>;
  /** Returns the current claims of a scope's ledger entries; their ids and notes may have changed since the decision. */
  readonly resolveLedger: (entries: readonly LedgerEntry[], kind: ScopeKind) => Promise<LedgerEntry[]>;
  /** Returns a text that changes with each publication. */
  readonly revision: () => Promise<string>;
}

interface ReaderOptions {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  readonly scope: number;
  /** Decrypts secret claims; without it they show `[redacted]`. */
  readonly codec?: SecretCodec | undefined;
}

/** Creates a reader of one scope's claims, as far as the principal may see them; an invisible scope has none. Each call is a separate transaction. */
export function createClaimReader({ source, principal, workspace, scope, codec }: ReaderOptions): TeamReader {
  const within = <Result>(work: (reading: ScopeReading) => Promise<Result>): Promise<Result> =>
    transactionAs(source, { role: 'ask', principal, workspace }, (db) => work({ db, scope, codec }));
  return {
    getClaims: (ids, { asOf } = {}) => within((reading) => readClaims(reading, ids, asOf)),
    listClaims: (filter = {}) => within((reading) => readClaimPage(reading, filter)),
    countClaims: (filter = {}) => within((reading) => countClaims(reading, filter)),
    edges: (filter = {}) => within((reading) => lists.readEdges(reading, filter)),
    corroboration: (ids) => within((reading) => lists.readCorroboration(reading, ids)),
    notes: (filter = {}) => within((reading) => lists.readNotes(reading, filter)),
    noteNames: (since) => within((reading) => readNoteNames(reading, since)),
    failures: () => within(lists.readFailures),
    changelog: (filter = {}) => within((reading) => lists.readChangelog(reading, filter)),
    stats: () => within((reading) => lists.readStats(source, reading)),
    contradictions: (decisions) => within((reading) => lists.readContradictions(reading, decisions)),
    staleness: (decisions) => within((reading) => lists.readStaleness(reading, decisions)),
    fallout: (id) => within((reading) => lists.readFallout(reading, id)),
    pages: () => within(lists.readPages),
    resolveLedger: (entries) => within((reading) => resolveEntries(reading, entries)),
    matchesSpan: async (id, bytes) => {
      const hash = await loadBlake3();
      const row = await within(({ db }) => askOne(db, 'printOfClaim', scope, id));
      if (row === undefined) return false;
      return (
        fingerprintSpan(bytes, bandCodes.toName(row.band), hash, codec)?.equals(row.fingerprint) ?? false
      );
    },
    holdsSecrets: () => within(async ({ db }) => (await askOne(db, 'sealedClaims', scope, 1)) !== undefined),
    isComplete: () =>
      within(async ({ db }) => {
        const indexes = await ask(db, 'indexesOf', scope);
        return indexes.length > 0 && indexes.every(({ complete }) => complete === 1);
      }),
    revision: () =>
      within(async ({ db }) => {
        const row = await askOne(db, 'epochOf', scope);
        return `${scope} ${row?.epoch ?? 0}`;
      }),
  };
}
