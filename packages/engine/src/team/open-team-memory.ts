import type { Claim, LedgerEntry } from '@memora/claims';
import { loadBlake3, parseLedger } from '@memora/claims/internal';
import { fingerprint, MemoraError } from '@memora/core';
import {
  openTeamReader,
  type Principal,
  readTeamNote,
  type ScopeKind,
  shownPath,
  type TeamDatabase,
  type TeamReader,
} from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import { verifyCitations } from '@memora/validator';
import { createMemoryReceipt } from '../answer/create-memory-receipt.ts';
import { shareReads } from '../concurrency/share-reads.ts';
import { type LoadedConfig, loadConfig } from '../config/index.ts';
import { toAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup, type Withholding } from '../lookup/to-citable-lookup.ts';
import type { Memory } from '../memory.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { type LiveStore, withLiveBands } from '../privacy/live-bands.ts';
import { readSpans } from '../privacy/read-spans.ts';
import { createReview } from '../upkeep/review/create-review.ts';

/** What a member may read of a team's memory: the same calls as of a memory on disk, over all scopes that the member sees. */
export type TeamMemory = Pick<
  Memory,
  | 'claims'
  | 'settings'
  | 'vault'
  | 'readNote'
  | 'readSpans'
  | 'findSpan'
  | 'verify'
  | 'receipt'
  | 'timeline'
  | 'related'
  | 'contradictions'
  | 'stale'
  | 'decisions'
  | 'openQuestions'
  | 'history'
  | 'whatIfRetracted'
> & {
  /** Another text after each publication. */
  readonly revision: () => Promise<string>;
};

export interface OpenTeamMemoryOptions {
  readonly database: TeamDatabase;
  readonly workspace: string;
  readonly principal: Principal;
  /** Opens what is sealed; without it, secrets show `[redacted]`, and notes that hold some cannot be read. */
  readonly codec?: SecretCodec | undefined;
  /** The settings by which bands are read; those of nobody's vault by default. */
  readonly settings?: LoadedConfig;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A place where no file is: what is read of notes comes from the database alone. */
const NOWHERE = '/nonexistent/memora-team';
const SCOPES: readonly ScopeKind[] = ['workspace', 'global', 'user'];

/**
 * Opens a team's memory for one of its members. Every byte that is shown was held against its address in the database, and every citation that is
 * verified was hashed again. Deciding and indexing belong to the notes and to the worker: push a note or a ledger.
 */
export async function openTeamMemory(options: OpenTeamMemoryOptions): Promise<TeamMemory> {
  const { database, workspace, principal, codec } = options;
  const { source } = database;
  const settings =
    options.settings ?? (await loadConfig({ vault: NOWHERE, env: options.env ?? process.env }));
  const bandSettings = {
    defaultBand: settings.config.privacy.defaultNotePrivacy,
    detector: settings.config.privacy.detector,
  };
  const reader = await openTeamReader({ source, principal, workspace, codec });
  const hash = await loadBlake3();
  const readNote = shareReads((path: string) =>
    readTeamNote(path, { source, principal, workspace, hash, codec }).catch((error: unknown) => {
      if (MemoraError.isInstance(error) && error.code === 'NOTE_NOT_FOUND') return null;
      throw error;
    }),
  );
  const store = toLiveStore(reader);
  const { live, readBytes, readSpan } = createNoteReaders({
    root: NOWHERE,
    store: async () => store,
    readNote,
    settings: bandSettings,
  });
  const claims = withLiveBands(reader, live);
  const citable = (withhold: Withholding, asOf?: Parameters<typeof toAsOf>[0]) =>
    toCitableLookup({ store: async () => store, readBytes, live, asOf, withhold });
  const refuse = async (): Promise<never> => {
    throw new MemoraError('a decision about a shared memory is made in its notes', {
      code: 'TEAM_READ_ONLY_MEMORY',
      hint: 'Write it into _ledger.md of a working copy, then run `memora team push`.',
    });
  };
  const review = createReview({
    vault: NOWHERE,
    claims,
    readSpan,
    readEntries: () => readLedgers(readNote, reader),
    resolveLedger: async (entries) => [...entries],
    markClaims: refuse,
    index: refuse,
  });
  const { timeline, related, contradictions, stale, decisions, openQuestions, history, whatIfRetracted } =
    review;
  return {
    claims,
    settings,
    vault: NOWHERE,
    revision: reader.revision,
    readNote: (path) => readNote(path),
    readSpans: (wanted, asked) => readSpans(wanted, () => live, asked),
    findSpan: async (claim) => (await live.read(claim)).span,
    verify: (answer, { allowedIds, asOf, reveal, signal } = {}) =>
      verifyCitations(answer, {
        claims: citable(reveal === true ? 'none' : 'standing', asOf),
        sources: readNote,
        ...(allowedIds === undefined ? {} : { allowedIds: [...allowedIds] }),
        ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    receipt: (report) =>
      createMemoryReceipt(report, {
        root: null,
        claims: citable('none'),
        readNote,
        settings: bandSettings,
      }),
    timeline,
    related,
    contradictions,
    stale,
    decisions,
    openQuestions,
    history,
    whatIfRetracted,
  };
}

/** Compares spans by the fingerprints of claims that were read already; the database is asked about the others. */
function toLiveStore(reader: TeamReader): LiveStore {
  const known = new Map<string, string>();
  const keep = (claims: Iterable<Claim>) => {
    for (const { id, fingerprint: print } of claims) if (print !== null) known.set(id, print);
  };
  return {
    stampOf: () => null,
    getClaims: async (ids, asked) => {
      const found = await reader.getClaims(ids, asked);
      keep(found.values());
      return found;
    },
    matchesSpan: (id, bytes) => {
      const print = known.get(id);
      return print === undefined ? reader.matchesSpan(id, bytes) : print === fingerprint(bytes);
    },
  };
}

/** The decisions of every ledger that the member sees, about the claims of its own scope that they mean now. */
async function readLedgers(
  readNote: (path: string) => Promise<Uint8Array | null>,
  reader: TeamReader,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const kind of SCOPES) {
    const bytes = await readNote(shownPath(kind, '_ledger.md')).catch((error: unknown) => {
      // Not everybody has a scope of their own.
      if (MemoraError.isInstance(error) && error.code === 'TEAM_SCOPE_UNKNOWN') return null;
      throw error;
    });
    if (bytes === null) continue;
    const decided = parseLedger(new TextDecoder().decode(bytes)).entries;
    if (decided.length > 0) entries.push(...(await reader.resolveLedger(decided, kind)));
  }
  return entries;
}
