import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { type VerificationOptions, verifyCitations, verifyStream } from '@memora/validator';
import { toCitableLookup } from '../lookup/to-citable-lookup.ts';
import { toVerification } from '../lookup/to-verification.ts';
import type { VerifyOptions } from '../memory.ts';
import { createNoteReaders } from '../opening/create-note-readers.ts';
import { createTeamStore, type TeamStore } from './create-team-store.ts';
import { keepNotesOfQuestion } from './keep-notes-of-question.ts';
import type { TeamMemory } from './team-memory.ts';
import { NOWHERE, type TeamSession } from './team-session.ts';
import { traceVerify } from './trace-answer.ts';

/**
 * Verifies answers of other authors. Each note is read once, so that the checked bytes are the shown bytes.
 */
export function createTeamVerifying(session: TeamSession): Pick<TeamMemory, 'verify' | 'verifyStream'> {
  const { bandSettings, reader, readCited, readNote, readNoteThen, tracing } = session;
  const toOptions = (asked: VerifyOptions): VerificationOptions => {
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
    return toVerification(
      {
        citableAt: (withhold, asOf) =>
          toCitableLookup({
            store: async () => store,
            readBytes: readers.readBytes,
            live: readers.live,
            asOf,
            withhold,
          }),
        // A past statement is compared with the bytes of its time. The current note decides who may see it.
        readNote: readNoteThen(asked.asOf) ?? notes.readNote,
        bandSettings,
      },
      asked,
    );
  };
  return {
    verify: (answer, asked = {}) => traceVerify(tracing, () => verifyCitations(answer, toOptions(asked))),
    verifyStream: (asked = {}) => verifyStream(toOptions(asked)),
  };
}
