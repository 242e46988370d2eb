import type { LedgerEntry } from '@memora/claims';
import { loadBlake3 } from '@memora/claims/internal';
import {
  countTeamNotesBehind,
  type Notices,
  type Principal,
  type TeamDatabase,
  type Tracing,
  type WriteNoteOptions,
} from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import type { CustomRetriever } from '@memora/retrieval';
import { createMemoryReceipt } from '../answer/create-memory-receipt.ts';
import { readEvidence } from '../answer/evidence/read-evidence.ts';
import { lazily } from '../concurrency/lazily.ts';
import { type LoadedConfig, loadConfig } from '../config/index.ts';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup, type Withholding } from '../lookup/to-citable-lookup.ts';
import type { OpenMemoryOptions } from '../memory.ts';
import { MemoryError } from '../memory-error.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { withLiveBands } from '../privacy/live-bands.ts';
import { readPlaces } from '../privacy/read-places.ts';
import { readSpans } from '../privacy/read-spans.ts';
import { createReview } from '../upkeep/review/create-review.ts';
import { createTeamAnswering } from './create-team-answering.ts';
import { createTeamChallenge } from './create-team-challenge.ts';
import { createTeamPages } from './create-team-pages.ts';
import { createTeamVerifying } from './create-team-verifying.ts';
import { openTeamExits } from './exits/open-team-exits.ts';
import { isOfOneNote } from './keep-notes-of-question.ts';
import { type OpenedTeam, openTeamSession } from './open-team-session.ts';
import { readTeamLedgers } from './read-team-ledgers.ts';
import type { TeamMemories, TeamMemory } from './team-memory.ts';
import { NOWHERE } from './team-session.ts';
import { createTeamDecisions } from './writing/create-team-decisions.ts';
import { createTeamWriting } from './writing/create-team-writing.ts';

export interface OpenTeamMemoryOptions
  extends Pick<OpenMemoryOptions, 'model' | 'modelIsLocal' | 'embedder'> {
  readonly database: TeamDatabase;
  readonly workspace: string;
  /** Opens sealed text. Without it, secrets show as `[redacted]`, and notes that contain some cannot be read. */
  readonly codec?: SecretCodec | undefined;
  /** The settings that determine bands; by default those without a vault. */
  readonly settings?: LoadedConfig;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * An engine of your own, such as a vector database, that finds claims of a member in addition to words and
   * links. It returns their ids; the database decides what is shown.
   */
  readonly retriever?: ((principal: Principal) => CustomRetriever) | undefined;
  /** Records a write in its own transaction. */
  readonly audit?: WriteNoteOptions['audit'];
  /** Traces questions, checks and captures. */
  readonly tracing?: Tracing | undefined;
  /** Sends notices of writes, and receives those of publications. Without notices, the database is polled. */
  readonly notices?: Notices | undefined;
  /**
   * The folder of this process for its egress log. Without it, the configured model is not used. Without
   * `embedFolder` too, no embedder of another process is used either.
   */
  readonly folder?: string | undefined;
  /** The folder for the log of the questions that go to an embedder, if no model may be used; `folder` by default. */
  readonly embedFolder?: string | undefined;
  /** The moment that "last year" in a question refers to; the clock's by default. */
  readonly now?: () => Date;
}

/**
 * Opens a team's memory for its members. Every shown byte was compared with its address in the database, and
 * every verified citation was hashed again. Decisions come from ledgers and indexing is the worker's task:
 * push a note or a ledger.
 *
 * @example const memories = await openTeamMemory({ database, workspace: 'acme' }); const ben = await
 * memories.as({ name: 'ben' }); const { cleanText } = await ben.ask('How fast does Pump Nine run?');
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

async function openAs(principal: Principal, opened: OpenedTeam): Promise<TeamMemory> {
  const { database, workspace, codec, settings, bandSettings, hash } = opened;
  const exits = openTeamExits({
    notes: { source: database.source, principal, workspace, hash, codec },
    settings,
    env: opened.env ?? process.env,
    folder: opened.folder,
    embedFolder: opened.embedFolder,
    own: opened,
  });
  const session = await openTeamSession(database.source, principal, opened, exits);
  const { acting, reader, store, readNote, revision, now, tracing } = session;
  const { replica } = database;
  const near = replica === null ? null : lazily(() => openTeamSession(replica, principal, opened, exits));
  /** Without the key, a sealed note shows the text of its publication; other notes are read. */
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
  const citable = (withhold: Withholding, asOf?: AskedAsOf) =>
    toCitableLookup({ store: async () => store, readBytes, live, asOf, withhold });
  const refuse = async (): Promise<never> => {
    throw new MemoryError('a decision about a shared memory is made in its notes', {
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
    ...createTeamAnswering(session, near),
    readNote: (path) => readNote(path),
    readPlaces: (wanted) => readPlaces(wanted, () => live),
    readSpans: (wanted, asked) => readSpans(wanted, () => live, asked),
    findSpan: async (claim) => (await live.read(claim)).span,
    ...createTeamVerifying(session),
    guard: exits.guard,
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
