import type { SecretCodec } from '@memora/privacy';
import { identifyClaims } from '../prepare/identify-claims.ts';
import { prepareClaims } from '../prepare/prepare-claims.ts';
import type { ClaimReader } from '../store/claim-store.ts';
import type { KnownNote } from '../store/index-run.ts';
import type { Committer } from './create-committer.ts';
import type { ReportTally } from './report-tally.ts';

/** Writes nothing and reports the expected outcome of each note to the tally. */
export function createDryCommitter(
  reader: ClaimReader,
  known: ReadonlyMap<string, KnownNote>,
  codec: SecretCodec | undefined,
  tally: ReportTally,
): Committer {
  return {
    write: async (work) => {
      const { note, bytes, extraction } = work;
      const old = known.get(work.movedFrom ?? note.path);
      const noteId = old?.path === note.path && old.declaredId === note.id ? old.noteId : note.id;
      const prepared = prepareClaims(note, bytes, extraction.claims, null, work.grounding ?? null);
      const claims = codec === undefined ? prepared.filter((claim) => claim.band !== 'secret') : prepared;
      const stored = await reader.getClaims(identifyClaims(noteId, claims, bytes, codec));
      const kept = [...stored.values()].filter((claim) => claim.recordedUntil === null).length;
      const withheldSegments = new Set(
        codec === undefined
          ? prepared.filter((c) => c.band === 'secret').map((c) => c.extracted.segment)
          : [],
      ).size;
      const withheld = prepared.length - claims.length;
      tally.addNote(work, {
        added: claims.length - kept,
        kept,
        relocated: 0,
        retired: 0,
        withheld,
        withheldSegments,
      });
      if (work.movedFrom !== null) tally.addMoved();
    },
    touch: async () => tally.addUnchanged(1),
    fail: async (failures) => {
      for (const { path, code, reason } of failures) tally.addFailure(path, code, reason);
    },
    remove: async (paths) => tally.addRemoved(paths.length, 0),
    flush: async () => {},
  };
}
