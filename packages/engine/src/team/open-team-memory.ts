import type { LedgerEntry } from '@memora/claims';
import { loadBlake3, readAsOf } from '@memora/claims/internal';
import { type Blake3, MemoraError } from '@memora/core';
import {
  countTeamNotesBehind,
  createForesight,
  createNoteBatches,
  openTeamReader,
  type Principal,
  readEpochs,
  type TeamDatabase,
  type Tracing,
  UNTRACED,
  type WriteNoteOptions,
} from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import { verifyCitations } from '@memora/validator';
import { createMemoryReceipt } from '../answer/create-memory-receipt.ts';
import { readEvidence } from '../answer/evidence/read-evidence.ts';
import { type LoadedConfig, loadConfig } from '../config/index.ts';
import { toAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup, type Withholding } from '../lookup/to-citable-lookup.ts';
import type { OpenMemoryOptions } from '../memory.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { withLiveBands } from '../privacy/live-bands.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import { readPlaces } from '../privacy/read-places.ts';
import { readSpans } from '../privacy/read-spans.ts';
import { createReview } from '../upkeep/review/create-review.ts';
import { createTeamAnswering } from './create-team-answering.ts';
import { createTeamChallenge } from './create-team-challenge.ts';
import { createTeamPages } from './create-team-pages.ts';
import { createTeamStore } from './create-team-store.ts';
import { openTeamExits } from './exits/open-team-exits.ts';
import { isOfOneNote, keepNotesOfQuestion } from './keep-notes-of-question.ts';
import { readTeamLedgers } from './read-team-ledgers.ts';
import type { TeamMemories, TeamMemory } from './team-memory.ts';
import { NOWHERE, type TeamSession } from './team-session.ts';
import { traceVerify } from './trace-answer.ts';
import { createTeamDecisions } from './writing/create-team-decisions.ts';
import { createTeamWriting } from './writing/create-team-writing.ts';

export interface OpenTeamMemoryOptions
  extends Pick<OpenMemoryOptions, 'model' | 'modelIsLocal' | 'embedder'> {
  readonly database: TeamDatabase;
  readonly workspace: string;
  /** Opens what is sealed; without it, secrets show `[redacted]`, and notes that hold some cannot be read. */
  readonly codec?: SecretCodec | undefined;
  /** The settings by which bands are read; those of nobody's vault by default. */
  readonly settings?: LoadedConfig;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Keeps what is written in the transaction that writes it. */
  readonly audit?: WriteNoteOptions['audit'];
  /** Told of questions, checks and captures. */
  readonly tracing?: Tracing | undefined;
  /** Where this process keeps the log of what it sends. Without it the configured model is not asked, nor an embedder of another process. */
  readonly folder?: string | undefined;
  /** The moment that "last year" in a question is read from; the clock by default. */
  readonly now?: () => Date;
}

/**
 * Opens a team's memory for its members. Every byte that is shown was held against its address in the database, and every citation that is
 * verified was hashed again. Deciding and indexing belong to the notes and to the worker: push a note or a ledger.
 *
 * @example
 * const memories = await openTeamMemory({ database, workspace: 'acme' });
 * const ben = await memories.as({ name: 'ben' });
 * const { cleanText } = await ben.ask('How fast does Pump Nine run?');
 */
export async function openTeamMemory(options: OpenTeamMemoryOptions): Promise<TeamMemories> {
  const settings =
    options.settings ?? (await loadConfig({ vault: NOWHERE, env: options.env ?? process.env }));
  const bandSettings = {
    defaultBand: settings.config.privacy.defaultNotePrivacy,
    detector: settings.config.privacy.detector,
  };
  const hash = await loadBlake3();
  return {
    as: (principal) => openAs(principal, { ...options, settings, bandSettings, hash }),
  };
}

interface Opened extends OpenTeamMemoryOptions {
  readonly settings: LoadedConfig;
  readonly bandSettings: BandSettings;
  readonly hash: Blake3;
}

async function openAs(principal: Principal, opened: Opened): Promise<TeamMemory> {
  const { database, workspace, codec, settings, bandSettings, hash, now = () => new Date() } = opened;
  const { tracing = UNTRACED } = opened;
  const acting = { source: database.source, principal, workspace };
  const reader = await openTeamReader({ ...acting, codec });
  const readNote = createNoteBatches({ ...acting, hash, codec });
  const readerThen = (asOf: Parameters<typeof toAsOf>[0] | undefined) => {
    const { known } = asOf === undefined ? {} : readAsOf(toAsOf(asOf));
    return known === undefined ? null : createNoteBatches({ ...acting, hash, codec }, new Date(known));
  };
  const store = createTeamStore(reader);
  const revision = async () => JSON.stringify(await readEpochs(acting));
  const session: TeamSession = {
    acting,
    settings,
    bandSettings,
    codec,
    reader,
    store,
    foresight: createForesight(),
    readNote,
    revision,
    now,
    tracing,
    ...openTeamExits({
      notes: { ...acting, hash, codec },
      settings,
      env: opened.env ?? process.env,
      folder: opened.folder,
      own: opened,
    }),
    schema: database.schema,
  };
  /** Who has no key is told what the publication says of a sealed note; the others are read. */
  const readOpen = (path: string) =>
    readNote(path).catch((error: unknown) => {
      if (isOfOneNote(error)) return null;
      throw error;
    });
  const { live, readBytes, readSpan } = createNoteReaders({
    root: NOWHERE,
    store: async () => store,
    readNote: readOpen,
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
  const readEntries = () => readTeamLedgers(readOpen, reader);
  const reviewing = {
    vault: NOWHERE,
    claims,
    readSpan,
    readEntries,
    resolveLedger: async (entries: readonly LedgerEntry[]) => [...entries],
  };
  const review = createReview({ ...reviewing, markClaims: refuse, index: refuse });
  const { append, ...writing } = createTeamWriting(session, { hash, audit: opened.audit });
  const { timeline, related, contradictions, stale, decisions, openQuestions, history, whatIfRetracted } =
    review;
  const challenge = createTeamChallenge({ settings, claims, review, readNote: readOpen, now, readEntries });
  return {
    claims,
    settings,
    vault: NOWHERE,
    revision,
    countBehind: () => countTeamNotesBehind(acting),
    ...createTeamAnswering(session),
    readNote: (path) => readNote(path),
    readPlaces: (wanted) => readPlaces(wanted, () => ({ live, readNote: readOpen })),
    readSpans: (wanted, asked) => readSpans(wanted, () => live, asked),
    findSpan: async (claim) => (await live.read(claim)).span,
    verify: (answer, { allowedIds, asOf, reveal, signal } = {}) => {
      // What is checked and what is shown are the same bytes, read once.
      const notes = keepNotesOfQuestion(readNote);
      const own = createTeamStore(reader);
      const readers = createNoteReaders({
        root: NOWHERE,
        store: async () => own,
        readNote: notes.readNote,
        settings: bandSettings,
      });
      return traceVerify(tracing, () =>
        verifyCitations(answer, {
          claims: toCitableLookup({
            store: async () => own,
            readBytes: readers.readBytes,
            live: readers.live,
            asOf,
            withhold: reveal === true ? 'none' : 'standing',
          }),
          // What was so then is held against the bytes of then; who may see it is told by the note as it is now.
          sources: readerThen(asOf) ?? notes.readNote,
          ...(allowedIds === undefined ? {} : { allowedIds: [...allowedIds] }),
          ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
          ...(signal === undefined ? {} : { signal }),
        }),
      );
    },
    receipt: (report) =>
      createMemoryReceipt(report, {
        root: null,
        claims: citable('none'),
        readNote: readOpen,
        settings: bandSettings,
      }),
    evidence: (asked, { signal } = {}) =>
      readEvidence(
        asked,
        { readNote: readOpen, matchesSpan: store.matchesSpan, citable: citable('none'), ...bandSettings },
        signal,
      ),
    challenge,
    ...createTeamPages({
      settings,
      claims,
      review,
      readNote: readOpen,
      challenge,
      citable: citable('standing'),
    }),
    ...writing,
    capture: (...args) =>
      tracing.span('memora.capture', async (tell) => {
        const written = await writing.capture(...args);
        tell({ 'memora.version': written.version, 'memora.indexed': written.indexed });
        return written;
      }),
    decide: createTeamDecisions(reviewing, append),
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
