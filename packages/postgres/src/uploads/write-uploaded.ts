import type { SecretCodec } from '@memora/privacy';
import type { ConnectionSource } from '../connect/connection.ts';
import type { Principal } from '../connect/transaction-as.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { readBlobs, writeNotes } from '../notes/note-heads.ts';
import { checkNotePath } from '../notes/note-path.ts';
import { type NoteBlob, openBlob, type Sealing, sealBytes } from '../notes/seal-blob.ts';
import { changedError } from '../notes/write-team-note.ts';
import { askOne } from '../queries/ask.ts';
import { callFunction } from '../queries/call-function.ts';
import type { UploadedNote } from './list-uploads.ts';
import type { TakenUpload } from './take-upload.ts';
import { markOfOriginal } from './upload-about.ts';

/** A note of a document in the form that the reader returned. */
export interface ReadNote extends Omit<UploadedNote, 'version'> {
  /** The new bytes; null if nothing is to be written. */
  readonly bytes: Uint8Array | null;
  /** True if a part of them is secret. */
  readonly isSecret: boolean;
  /** BLAKE3 of the original of this document. */
  readonly originHash: string;
}

interface WriteUploadedOptions {
  readonly source: ConnectionSource;
  readonly hash: Sealing['hash'];
  readonly codec: SecretCodec;
  readonly upload: TakenUpload;
  /** The principal of the upload, with the groups that are still valid. */
  readonly principal: Principal;
}

/** A note that may have the same source, with its version; no bytes if it was deleted. */
interface StandingHead {
  readonly version: number;
  readonly bytes: Buffer | null;
}

/** Reads notes for a document as its principal, and records the versions that were seen. */
export function createStanding({ source, hash, codec, upload, principal }: WriteUploadedOptions) {
  const seen = new Map<string, StandingHead>();
  const read = (path: string): Promise<StandingHead> =>
    transactionAs(source, { role: 'write', principal, workspace: upload.workspace }, async (db) => {
      const head = await askOne(db, 'headAt', upload.scope, path);
      if (head === undefined || head.hash === null) return { version: head?.version ?? 0, bytes: null };
      const blob = (await readBlobs(db, upload.scope, [head.hash])).get(head.hash.toString('hex'));
      const stored = blob ?? { hash: head.hash, bytes: null, sealed: false };
      return { version: head.version, bytes: openBlob(path, stored, { hash, codec }) };
    });
  return {
    find: async (path: string): Promise<Buffer | null> => {
      const found = await read(checkNotePath(path));
      seen.set(path, found);
      return found.bytes;
    },
    versionOf: (path: string): number => seen.get(path)?.version ?? 0,
  };
}

/**
 * Writes the notes of an upload and ends it in one transaction, as its principal, whose rights are looked up
 * again. Throws `NOTE_CHANGED` if somebody has changed one of the notes since it was read, `TEAM_FENCED` if
 * the upload was erased or belongs to another worker by now, and the refusals of any write.
 */
export function writeUploaded(
  notes: readonly ReadNote[],
  versionOf: (path: string) => number,
  { source, hash, codec, upload, principal }: WriteUploadedOptions,
): Promise<void> {
  const { scope, id, fence, workspace } = upload;
  const toBlob = ({ bytes, isSecret }: ReadNote): NoteBlob | null => {
    if (bytes === null) return null;
    if (isSecret) return sealBytes(bytes, { hash, codec });
    const plain = Buffer.from(bytes);
    return { hash: Buffer.from(hash(plain)), bytes: plain, sealed: false, print: null };
  };
  const writes = notes.flatMap((note) => {
    const blob = toBlob(note);
    const path = checkNotePath(note.path);
    return blob === null ? [] : [{ path, expected: versionOf(path), blob }];
  });
  const marks = notes.map(({ originHash }) => markOfOriginal(originHash));
  return transactionAs(
    source,
    { role: 'write', principal, workspace },
    async (db) => {
      await callFunction(db, 'hold_upload', scope, id, fence);
      const reached =
        writes.length === 0
          ? new Map<string, number>()
          : await writeNotes(db, scope, writes, { author: upload.principal, via: 'ingest' });
      const moved = writes.find(({ path }) => !reached.has(path));
      if (moved !== undefined) throw changedError(moved.path, moved.expected, -1);
      const told = notes.map((note) => toTold(note, reached.get(note.path) ?? null));
      await callFunction(db, 'end_upload', scope, id, fence, null, JSON.stringify(told), marks);
    },
    { timeout: LONGEST_MS },
  );
}

const LONGEST_MS = 120_000;

/** The record of a note in the state of its upload: counts and codes, no text. */
function toTold(
  { bytes: _bytes, isSecret: _isSecret, originHash: _originHash, ...note }: ReadNote,
  version: number | null,
): UploadedNote {
  const { path, status, format, sealed, classes, anchors, edits, conflicts, leftOut, made, notices } = note;
  return {
    path,
    status,
    version,
    format,
    sealed,
    classes,
    anchors,
    edits,
    conflicts,
    leftOut,
    made,
    notices,
  };
}
