import type { ClaimReader, LedgerEntry } from '@memora/claims';
import { bandCodes, fingerprintSpan, loadBlake3 } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
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
  const ask = <Result>(work: (reading: ScopeReading) => Promise<Result>): Promise<Result> =>
    transactionAs(source, { role: 'ask', principal, workspace }, (db) => work({ db, scope, codec }));
  return {
    getClaims: (ids, { asOf } = {}) => ask((reading) => readClaims(reading, ids, asOf)),
    listClaims: (filter = {}) => ask((reading) => readClaimPage(reading, filter)),
    countClaims: (filter = {}) => ask((reading) => countClaims(reading, filter)),
    edges: (filter = {}) => ask((reading) => lists.readEdges(reading, filter)),
    corroboration: (ids) => ask((reading) => lists.readCorroboration(reading, ids)),
    notes: (filter = {}) => ask((reading) => lists.readNotes(reading, filter)),
    noteNames: (since) => ask((reading) => readNoteNames(reading, since)),
    failures: () => ask(lists.readFailures),
    changelog: (filter = {}) => ask((reading) => lists.readChangelog(reading, filter)),
    stats: () => ask((reading) => lists.readStats(source, reading)),
    contradictions: (decisions) => ask((reading) => lists.readContradictions(reading, decisions)),
    staleness: (decisions) => ask((reading) => lists.readStaleness(reading, decisions)),
    fallout: (id) => ask((reading) => lists.readFallout(reading, id)),
    pages: () => ask(lists.readPages),
    resolveLedger: (entries) => ask((reading) => resolveEntries(reading, entries)),
    matchesSpan: async (id, bytes) => {
      const hash = await loadBlake3();
      const [row] = await ask(({ db }) =>
        db.query<{ band: number; fingerprint: Buffer }>(
          'SELECT band, fingerprint FROM memora.claim WHERE scope = $1 AND id = $2',
          [scope, id],
        ),
      );
      if (row === undefined) return false;
      return (
        fingerprintSpan(bytes, bandCodes.toName(row.band), hash, codec)?.equals(row.fingerprint) ?? false
      );
    },
    holdsSecrets: () =>
      ask(({ db }) =>
        isTrue(db, 'EXISTS (SELECT 1 FROM memora.claim WHERE scope = $1 AND sealed IS NOT NULL)', scope),
      ),
    isComplete: () =>
      ask(({ db }) =>
        isTrue(
          db,
          '(SELECT count(*) > 0 AND min(complete) = 1 FROM memora.claim_index WHERE scope = $1)',
          scope,
        ),
      ),
    revision: () =>
      ask(async ({ db }) => {
        const [row] = await db.query<{ epoch: number }>('SELECT epoch FROM memora.scope WHERE id = $1', [
          scope,
        ]);
        return `${scope} ${row?.epoch ?? 0}`;
      }),
  };
}

async function isTrue(db: ScopeReading['db'], condition: string, scope: number): Promise<boolean> {
  const [row] = await db.query<{ holds: boolean }>(`SELECT ${condition} AS holds`, [scope]);
  return row?.holds === true;
}
