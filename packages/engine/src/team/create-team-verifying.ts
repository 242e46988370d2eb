import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { type VerificationOptions, verifyCitations, verifyStream } from '@memora/validator';
import { toAsOf } from '../lookup/to-as-of.ts';
import { toCitableLookup } from '../lookup/to-citable-lookup.ts';
import type { VerifyOptions } from '../memory.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { hiddenSpans } from '../privacy/hidden-spans.ts';
import { createTeamStore, type TeamStore } from './create-team-store.ts';
import { keepNotesOfQuestion } from './keep-notes-of-question.ts';
import type { TeamMemory } from './team-memory.ts';
import { NOWHERE, type TeamSession } from './team-session.ts';
import { traceVerify } from './trace-answer.ts';

/** What checks the citations of others: what is checked and what is shown are the same bytes, read once. */
export function createTeamVerifying(session: TeamSession): Pick<TeamMemory, 'verify' | 'verifyStream'> {
  const { bandSettings, reader, readCited, readNote, readNoteThen, tracing } = session;
  const toVerification = ({
    allowedIds,
    asOf,
    reveal,
    uncited,
    policy,
    question,
    today,
    judge,
    signal,
  }: VerifyOptions): VerificationOptions => {
    const notes = keepNotesOfQuestion(readNote);
    const read = createTeamStore(reader);
    const store: TeamStore = {
      ...read,
      getClaims: async (ids, options) => {
        if (options?.asOf !== undefined) return read.getClaims(ids, options);
        const { claims, notes: found } = await readCited(ids);
        notes.learn(found);
        read.keepPrints(claims.values());
        return claims as Map<ClaimId, Claim>;
      },
    };
    const readers = createNoteReaders({
      root: NOWHERE,
      store: async () => store,
      readNote: notes.readNote,
      settings: bandSettings,
    });
    return {
      claims: toCitableLookup({
        store: async () => store,
        readBytes: readers.readBytes,
        live: readers.live,
        asOf,
        withhold: reveal === true ? 'none' : 'standing',
      }),
      // What was so then is held against the bytes of then; who may see it is told by the note as it is now.
      sources: readNoteThen(asOf) ?? notes.readNote,
      hidden: hiddenSpans(bandSettings),
      ...(allowedIds === undefined ? {} : { allowedIds: [...allowedIds] }),
      ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
      ...(uncited === undefined ? {} : { uncited }),
      ...(policy === undefined ? {} : { policy }),
      ...(question === undefined ? {} : { question }),
      ...(today === undefined ? {} : { today }),
      ...(judge === undefined ? {} : { judge }),
      ...(signal === undefined ? {} : { signal }),
    };
  };
  return {
    verify: (answer, asked = {}) =>
      traceVerify(tracing, () => verifyCitations(answer, toVerification(asked))),
    verifyStream: (asked = {}) => verifyStream(toVerification(asked)),
  };
}
