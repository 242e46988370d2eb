import type { ClaimReader } from '@memora/claims';
import type { Memory } from '../memory.ts';
import { withLiveBands } from '../privacy/live-bands.ts';
import { readPlaces } from '../privacy/read-places.ts';
import { readSpans } from '../privacy/read-spans.ts';
import { createLazyReader } from '../store/store-handle.ts';
import { askedFor, openQuestion, questionOf } from './open-question.ts';
import type { Session } from './open-session.ts';
import { readSpansAgain } from './read-spans-again.ts';

type Reading = Pick<
  Memory,
  | 'vault'
  | 'settings'
  | 'readSettings'
  | 'claims'
  | 'refusals'
  | 'guard'
  | 'chatModel'
  | 'revision'
  | 'access'
  | 'readNote'
  | 'nameNotes'
  | 'readSpans'
  | 'readPlaces'
  | 'findSpan'
>;

/** Reads notes and claims of a memory in their current state. */
export function createReading(session: Session): Reading {
  const { vault, settings, readSettings, guard, store, access, model } = session;
  const claims: ClaimReader = {
    ...session.claims,
    // Bands of listed claims come from bytes that may be shown, so those bytes are not read again to show them.
    listClaims: async (filter) => {
      const question = openQuestion(session);
      const page = await withLiveBands(createLazyReader(store.read), question.live).listClaims(filter);
      question.remember(page.claims);
      return page;
    },
  };
  return {
    vault: vault.root,
    settings,
    readSettings,
    claims,
    guard,
    refusals: async () => (await store.read()).refusals(),
    chatModel: async (constant) =>
      model === null ? null : { model: await model.open(constant), place: await model.place() },
    revision: store.revision,
    access: {
      count: access.count,
      read: access.read,
      take: access.take,
      putBack: access.putBack,
      taken: access.taken,
      lastTaken: access.lastTaken,
    },
    readNote: (path, { of, seen = false } = {}) =>
      ((seen ? askedFor(of, session) : undefined) ?? questionOf(of, session, path)).readNote(path),
    nameNotes: (paths) => showNoteNames(session, paths),
    findSpan: async (claim) => (await questionOf(claim, session, claim.notePath).live.read(claim)).span,
    readPlaces: (wanted) => readPlaces(wanted, (claim) => questionOf(claim, session, claim.notePath).live),
    readSpans: (wanted, asked = {}) =>
      asked.again === true
        ? readSpansAgain(wanted, session, asked)
        : readSpans(wanted, (claim) => questionOf(claim, session, claim.notePath).live, asked),
  };
}

/** Returns the paths of notes in the form for callers that may not read secret ones. */
export async function showNoteNames(
  { claims, readNote, codec, bandSettings }: Session,
  paths: Iterable<string>,
): Promise<(path: string) => string> {
  const { nameNotes } = await import('../privacy/name-notes.ts');
  const ofCodec = async () => (await codec()).codec;
  return nameNotes(paths, { claims, readNote, codec: ofCodec, settings: bandSettings });
}
