import { toPredicates } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import {
  findTeamNotesBehind,
  openTeamRetriever,
  readEpochs,
  type ScopeKind,
  type TeamEpochs,
  waitForEpochs,
} from '@memora/postgres';
import type { Retriever } from '@memora/retrieval';
import type { ClaimLookup } from '@memora/validator';
import { type AskedQuestion, answerAsked, findAsked, promptAsked } from '../answer/answer-asked.ts';
import type { FoundNotes } from '../answer/answer-question.ts';
import { createFence } from '../answer/model/create-fence.ts';
import { findCitableUnits } from '../answer/passages/citable-units.ts';
import { searchRetriever } from '../answer/passages/search-retriever.ts';
import { toPredicateSettings } from '../indexing/to-predicate-settings.ts';
import { findStandingClaims, readStandingIn } from '../lookup/find-standing-claims.ts';
import type { FoundClaims, SearchOptions } from '../lookup/open-search.ts';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup, type Withholding } from '../lookup/to-citable-lookup.ts';
import type { QueryResult } from '../memory.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { createTeamStore } from './create-team-store.ts';
import { keepNotesOfQuestion } from './keep-notes-of-question.ts';
import type { Published, TeamFreshness, TeamMemory } from './team-memory.ts';
import { NOWHERE, type TeamSession } from './team-session.ts';
import { traceAsking, traceLegs, traceVerify } from './trace-answer.ts';
import { findOwnContradictions } from './writing/find-own-contradictions.ts';

const DEADLINE = 10_000;

/**
 * Finds claims in a team's memory and answers from them, with the code for a memory on disk and other
 * dependencies. `near` is the same on a read replica, which is used if it is reachable and has the requested
 * epochs.
 */
export function createTeamAnswering(
  session: TeamSession,
  near: (() => Promise<TeamSession>) | null = null,
): Pick<TeamMemory, 'query' | 'passages' | 'ask' | 'prompt'> {
  const { config } = session.settings;
  const predicates = toPredicates(toPredicateSettings(config));
  const withQuestion = async <Result extends Told & Pick<QueryResult, 'hits'>>(
    asked: TeamFreshness & { readonly signal?: AbortSignal; readonly scope?: ScopeKind },
    work: (question: TeamQuestion, on: TeamSession) => Promise<Result>,
  ): Promise<Result & Published> => {
    const workOn = async (on: TeamSession, late: readonly string[]) => {
      const question = openTeamQuestion(on, asked.scope);
      const found = await work(question, on);
      const contested = { yours: findOwnContradictions(found.hits, predicates) };
      return told({ ...found, epochs: question.epochs(), contested }, [...late, ...question.reasons()]);
    };
    const nearest = await openNear(near, asked);
    if (nearest !== null) {
      try {
        return await workOn(nearest, []);
      } catch (error) {
        if (!isAway(error)) throw error;
      }
    }
    return workOn(session, await wait(asked, session));
  };
  return {
    query: (text, asked = {}) =>
      traceAsking(session.tracing, () => withQuestion(asked, (question) => question.query(text, asked))),
    passages: (text, asked = {}) =>
      traceAsking(session.tracing, () =>
        withQuestion(asked, (question, on) => findAsked(text, asked, toAsked(question, on))),
      ),
    prompt: (text, asked) => promptAsked(text, asked, toAsked(openTeamQuestion(session), session)),
    ask: (text, asked = {}) =>
      traceAsking(session.tracing, () =>
        withQuestion(asked, (question, on) => answerAsked(text, asked, toAsked(question, on))),
      ),
  };
}

type TeamQuestion = ReturnType<typeof openTeamQuestion>;

/** A question about the rows of a team. */
function toAsked(question: TeamQuestion, session: TeamSession): AskedQuestion {
  const { codec, settings, tracing, units, judge, bandSettings, now } = session;
  const { config } = settings;
  return {
    ...question,
    ...{ config, units, judge, bandSettings, now },
    findPassages: (text, asked) => searchRetriever(question.passages, text, asked, config),
    fence: createFence(async () => codec),
    traceVerify: (verify) => traceVerify(tracing, verify),
    findChanged: ({ hits }) => question.findChangedOf([...new Set(hits.map(({ claim }) => claim.notePath))]),
  };
}

/** The replica, if it may be used; null if it is unreachable, or older than the requested epochs. */
async function openNear(
  near: (() => Promise<TeamSession>) | null,
  { waitFor = {} }: TeamFreshness,
): Promise<TeamSession | null> {
  if (near === null) return null;
  try {
    const session = await near();
    const kinds = Object.keys(waitFor) as ScopeKind[];
    if (kinds.length === 0) return session;
    const reached = await readEpochs(session.acting);
    return kinds.every((kind) => (reached[kind] ?? 0) >= (waitFor[kind] ?? 0)) ? session : null;
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
}

/** Errors of a server that is unreachable, and of one that does not know the user yet. */
const AWAY = new Set(['TEAM_UNREACHABLE', 'TEAM_BUSY', 'TEAM_TIMEOUT', 'TEAM_NOT_A_MEMBER']);

function isAway(error: unknown): boolean {
  return MemoraError.isInstance(error) && AWAY.has(error.code);
}

/** One question: each note and each claim is read once, so the checked bytes are the shown bytes. */
function openTeamQuestion(session: TeamSession, scope?: ScopeKind) {
  const { settings, bandSettings, acting, codec, reader } = session;
  const notes = keepNotesOfQuestion(session.readNote);
  const { readNote } = notes;
  let opened = createTeamStore(reader);
  const store = async () => opened;
  const readers = createNoteReaders({ root: NOWHERE, store, readNote, settings: bandSettings });
  const { live, readBytes } = readers;
  let epochs: TeamEpochs = {};
  let generation = 0;
  const seen = (now: TeamEpochs) => {
    if (Object.keys(epochs).length > 0 && JSON.stringify(now) !== JSON.stringify(epochs)) generation++;
    epochs = now;
    // A scope may be created while this is open.
    reader.follow(Object.keys(now) as ScopeKind[]).catch(() => undefined);
  };
  const asked = openTeamRetriever({
    ...acting,
    engine: session.engine,
    codec,
    seen,
    embedders: session.embedders,
    scope,
  });
  const behind = new Map<string, Promise<readonly string[]>>();
  /** Started as soon as the notes are known, while they are being read. */
  const findBehind = (paths: readonly string[]): Promise<readonly string[]> => {
    const name = JSON.stringify([...new Set(paths)].sort());
    const finding = behind.get(name) ?? findTeamNotesBehind(paths, acting);
    behind.set(name, finding);
    return finding;
  };
  const retriever: Retriever = {
    ...asked,
    query: async (text, options) => {
      const found = await traceLegs(session.tracing, () => asked.query(text, options));
      const claims = found.hits.map(({ claim }) => claim);
      if (options?.asOf === undefined) opened.learn(claims);
      // The caller needs their words next.
      session.store.keepPrints(claims);
      // The caller that awaits it gets the error.
      findBehind(claims.map(({ notePath }) => notePath)).catch(() => undefined);
      return found;
    },
    passages: (text, options) => traceLegs(session.tracing, () => asked.passages(text, options)),
    claimsIn: async (passages, options) => {
      const found = await asked.claimsIn(passages, options);
      if (options?.asOf === undefined) opened.learn([...found.values()].flat());
      return found;
    },
  };
  const { model } = session;
  const claimsOf = async (notePath: string) => live.tighten((await reader.listClaims({ notePath })).claims);
  const renew = () => {
    notes.renew();
    behind.clear();
    opened = createTeamStore(reader);
  };
  return {
    ...notes,
    ...readers,
    retriever,
    passages: retriever.passages,
    claimsIn: (...[passages, options]: Parameters<AskedQuestion['claimsIn']>) =>
      readStandingIn(passages, options, { retriever, config: settings.config, live }),
    findClaims,
    findChangedOf: findBehind,
    findBehind: ({ found, moved }: FoundNotes) => nameBehind(found, moved),
    epochs: () => epochs,
    /** A text that changes when two reads of this question belonged to different publications. */
    revision: async () => String(generation),
    renew,
    /** A model call takes time, so its input is read again when its answer is checked. */
    model: model && {
      ...model,
      write: (...given: Parameters<typeof model.write>) => model.write(...given).finally(renew),
    },
    claimsOf,
    citableAt: (withhold: Withholding, asOf?: AskedAsOf): ClaimLookup =>
      toCitableLookup({
        store,
        readBytes,
        live,
        asOf,
        withhold,
        units: (ids, showsSecrets) =>
          findCitableUnits(ids, { known: session.units, readNote, bandSettings, claimsOf, showsSecrets }),
      }),
    query: async (text: string, options: SearchOptions): Promise<QueryResult> => {
      const { moved, ...found } = await findClaims(text, options);
      if (options.behind === false) return { ...found, behind: [] };
      const notes = found.hits.map(({ claim }) => claim.notePath);
      return { ...found, behind: await nameBehind(notes, moved) };
    },
  };

  function findClaims(text: string, options: SearchOptions): Promise<FoundClaims> {
    return findStandingClaims(text, options, {
      retriever,
      config: settings.config,
      live,
      isAnyKnown: async (known) => (await reader.countClaims({ asOf: { known }, limit: 1 })) > 0,
    });
  }

  async function nameBehind(found: readonly string[], gone: readonly string[]): Promise<readonly string[]> {
    // A note that can't be opened here has not changed. Its reason is reported instead.
    const moved = gone.filter((path) => !notes.isClosed(path));
    const changed = await findBehind([...found, ...moved]);
    return [...new Set([...moved, ...changed])].sort();
  }
}

async function wait(
  { waitFor, deadline = DEADLINE, signal }: TeamFreshness & { readonly signal?: AbortSignal },
  { acting, notices }: TeamSession,
): Promise<readonly string[]> {
  return waitFor === undefined ? [] : waitForEpochs(waitFor, deadline, acting, { signal, notices });
}

interface Told {
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
}

function told<Result extends Told>(result: Result, more: readonly string[]): Result {
  if (more.length === 0) return result;
  return { ...result, degraded: true, degradedReasons: [...result.degradedReasons, ...more] };
}
