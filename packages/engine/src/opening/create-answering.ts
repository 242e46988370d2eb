import type { Claim } from '@memora/claims';
import type { Hit } from '@memora/retrieval';
import { readNoteSpans } from '@memora/retrieval/internal';
import { type ClaimLookup, verifyCitations, verifyStream } from '@memora/validator';
import type { AskOptions } from '../answer/answer.ts';
import { type AskedQuestion, answerAsked, findAsked, promptAsked } from '../answer/answer-asked.ts';
import { createFence } from '../answer/model/create-fence.ts';
import { findCitableUnits } from '../answer/passages/citable-units.ts';
import { withPlaces } from '../answer/with-places.ts';
import { type FindNotesBehind, findChanged } from '../indexing/find-notes-behind.ts';
import type { SearchOptions } from '../lookup/open-search.ts';
import { type AskedAsOf, toAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup, type Withholding } from '../lookup/to-citable-lookup.ts';
import { toVerification } from '../lookup/to-verification.ts';
import type { Memory, QueryResult } from '../memory.ts';
import { showNoteNames } from './create-reading.ts';
import { openQuestion, type Question } from './open-question.ts';
import type { Session } from './open-session.ts';

type Answering = Pick<
  Memory,
  | 'query'
  | 'passages'
  | 'ask'
  | 'prompt'
  | 'verify'
  | 'verifyStream'
  | 'judge'
  | 'receipt'
  | 'evidence'
  | 'feedback'
  | 'resetFeedback'
>;

/** Maximum number of stale notes that are named. */
const MOST_BEHIND = 50;

/** Finds claims, answers from them and verifies answers. */
export function createAnswering(session: Session, findBehind: FindNotesBehind): Answering {
  const { learned, model, bandSettings } = session;
  return {
    query: async (text, asked) => {
      const question = openQuestion(session, { kept: asked?.kept === true });
      const found = await queryWithBehind(question, findBehind, text, asked);
      question.remember([found]);
      if (asked?.kept !== true) question.remember(found.hits.flatMap((hit) => [hit, hit.claim]));
      return found;
    },
    passages: (text, asked = {}) =>
      findAsked(text, asked, toAsked(openQuestion(session), session, findBehind)),
    ask: async (text, asked = {}) => {
      const question = openQuestion(session);
      const answer = await answerAsked(text, asked, toAsked(question, session, findBehind), learned);
      question.remember([answer, ...answer.hits.flatMap((hit) => [hit, hit.claim])]);
      return answer;
    },
    prompt: (text, asked) => promptAsked(text, asked, toAsked(openQuestion(session), session, findBehind)),
    verify: async (answer, asked = {}) => {
      const question = openQuestion(session);
      const report = await verifyCitations(answer, toVerification(toVerifying(question), asked));
      return withPlaces(report, question.readNote);
    },
    verifyStream: (asked = {}) => verifyStream(toVerification(toVerifying(session), asked)),
    judge: async (report, asked = {}) => {
      const { judgeReport } = await import('../judge/judge-report.ts');
      return judgeReport(report, asked, model);
    },
    receipt: async (report) => {
      const { createMemoryReceipt } = await import('../answer/create-memory-receipt.ts');
      const question = openQuestion(session);
      const claims = citableClaims(question, 'none');
      return createMemoryReceipt(report, {
        claims,
        readNote: question.readNote,
        settings: bandSettings,
        root: session.vault.root,
      });
    },
    evidence: async (asked, { signal } = {}) => {
      const { readEvidence } = await import('../answer/evidence/read-evidence.ts');
      const { matchesSpan } = await session.store.read();
      const question = openQuestion(session);
      const { readNote } = question;
      const citable = citableClaims(question, 'none');
      return readEvidence(asked, { readNote, matchesSpan, citable, ...bandSettings }, signal);
    },
    feedback: learned.status,
    resetFeedback: learned.reset,
  };
}

/**
 * Finds the claims that may be cited, for the validator; `withhold` says which secret ones are hidden from
 * it. With `looks`, units that this process did not show are searched in all notes.
 */
export function citableClaims(
  session: Session,
  withhold: Withholding,
  asOf?: AskedAsOf,
  { looks = false }: { readonly looks?: boolean } = {},
): ClaimLookup {
  const { store, readBytes, live, units: known, readNote, bandSettings } = session;
  const openNotes = async () => {
    const notes = await (await store.read()).notes();
    return notes.filter(({ band }) => band !== 'secret');
  };
  return toCitableLookup({
    store: store.read,
    readBytes,
    live,
    asOf,
    withhold,
    units: (ids, showsSecrets) =>
      findCitableUnits(ids, {
        known,
        readNote,
        bandSettings,
        claimsOf: claimsOf(session),
        spansOf: async (path) => readNoteSpans(await store.read(), path),
        ...(looks ? { notes: openNotes } : {}),
        showsSecrets,
      }),
  });
}

/** The claims of a note, with the bands that it gives them now. */
function claimsOf({ store, live }: Pick<Session, 'store' | 'live'>) {
  return async (notePath: string): Promise<readonly Claim[]> => {
    const { claims } = await (await store.read()).listClaims({ notePath });
    return live.tighten(claims);
  };
}

/**
 * Returns the notes of these claims that have changed since the claims were found. Checks their files, and
 * the index, which may have been updated meanwhile. The order of the two reads matters: a change that neither
 * read sees is newer than both. For questions about the past, `gone` reports changes.
 */
async function findMoved(
  hits: readonly Hit[],
  session: Session,
  { asOf }: Pick<AskOptions, 'asOf'>,
): Promise<string[]> {
  const claims = hits.map(({ claim }) => claim);
  const changed = await findChanged([...new Set(claims.map(({ notePath }) => notePath))], session);
  if (asOf !== undefined && toAsOf(asOf).known !== undefined) return changed;
  const live = claims.filter(({ recordedUntil }) => recordedUntil === null);
  const now = await (await session.store.read()).getClaims(live.map(({ id }) => id));
  const retired = live.filter(({ id }) => now.get(id)?.recordedUntil !== null);
  return [...changed, ...retired.map(({ notePath }) => notePath)];
}

/** Finds claims, and reports which notes have changed since. */
async function queryWithBehind(
  session: Session,
  findBehind: FindNotesBehind,
  text: string,
  asked: SearchOptions = {},
): Promise<QueryResult> {
  const { moved, ...found } = await session.query(text, asked);
  if (asked.behind === false) return { ...found, behind: [] };
  const changed = await findBehind(new Set(found.hits.map(({ claim }) => claim.notePath)), asked.signal);
  return { ...found, behind: await nameBehind(session, [...moved, ...changed], asked) };
}

/** The notes that are newer than the index, under the names that the caller may see. */
async function nameBehind(
  session: Session,
  paths: readonly string[],
  { bands }: Pick<SearchOptions, 'bands'>,
): Promise<readonly string[]> {
  const behind = [...new Set(paths)].sort().slice(0, MOST_BEHIND);
  if (behind.length === 0 || bands === undefined || bands.includes('secret')) return behind;
  const nameOf = await showNoteNames(session, behind);
  // Sorted by the shown names: a hidden name between two known ones would reveal its first letters.
  return behind.map(nameOf).sort();
}

/**
 * A question about the files of a vault. The session knows if they have changed since; the question reads
 * each note once.
 */
function toAsked(question: Question, session: Session, findBehind: FindNotesBehind): AskedQuestion {
  const { store, codec } = question;
  return {
    ...question,
    findClaims: question.query,
    reranker: session.options.reranker,
    findBehind: async ({ found, moved }, asked) =>
      nameBehind(question, [...moved, ...(await findBehind(found, asked.signal))], asked),
    citableAt: (withhold, asOf) => citableClaims(question, withhold, asOf),
    claimsOf: claimsOf(question),
    fence: createFence(async () => (await codec()).codec),
    revision: store.revision,
    findChanged: async (answer, asked) => {
      const again =
        answer.abstained && asked.behind !== false ? await findBehind(new Set(), asked.signal) : [];
      const moved = await findMoved(answer.hits, session, asked);
      return nameBehind(question, [...again, ...moved], asked);
    },
  };
}

/** Verification searches units in all notes, because it does not know which ones the writer of the answer saw. */
function toVerifying(session: Session): Parameters<typeof toVerification>[0] {
  const { readNote, bandSettings } = session;
  return {
    readNote,
    bandSettings,
    citableAt: (withhold, asOf) => citableClaims(session, withhold, asOf, { looks: true }),
  };
}
