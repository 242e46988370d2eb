import { setTimeout as wait } from 'node:timers/promises';
import { LEDGER_FILE } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { teamError } from '../connect/team-error.ts';
import type { Principal } from '../connect/transaction-as.ts';
import type { Sealing } from '../notes/seal-blob.ts';
import { type TakenUpload, type TakeUploadOptions, takeUpload } from './take-upload.ts';
import { DEFAULT_REGION, openAbout, printOfOriginal, type UploadAbout } from './upload-about.ts';
import { createStanding, type ReadNote, writeUploaded } from './write-uploaded.ts';

/** A document in the form that its reader receives. */
export interface UploadedDocument {
  readonly bytes: Buffer;
  /** BLAKE3 of the bytes. */
  readonly originHash: string;
  readonly about: UploadAbout;
  /** The source of its notes: the same name, from the same principal, in one folder of a scope, is the same source. */
  readonly identity: string;
  /** Returns the note at a path of the scope; null if there is none. */
  readonly standing: (path: string) => Promise<Buffer | null>;
  readonly signal?: AbortSignal | undefined;
}

export interface WorkOnUploadOptions extends TakeUploadOptions {
  readonly hash: Sealing['hash'];
  /** Reads a document into notes, away from this thread and within limits. Throws an error whose code gives the reason for a failure. */
  readonly read: (document: UploadedDocument) => Promise<readonly ReadNote[]>;
  readonly signal?: AbortSignal | undefined;
  readonly now?: () => number;
}

/** The result for one upload: numbers and codes. */
export interface UploadReport {
  readonly scope: number;
  readonly outcome: 'done' | 'refused' | 'put off' | 'lost';
  readonly code: string | null;
  readonly notes: number;
}

/** Errors caused by the document or its principal: another attempt would end the same way. */
const DECIDED: ReadonlySet<string> = new Set([
  ...['TEAM_RIGHTS_MISSING', 'TEAM_NOT_A_MEMBER', 'TEAM_SCOPE_UNKNOWN', 'TEAM_BLOB_ALTERED'],
]);
/**
 * Errors that another attempt may avoid: exceeding a limit of time or memory, also of the database, a note
 * that changed meanwhile, and a foreign error.
 */
const TRIED_AGAIN: ReadonlySet<string> = new Set([
  ...['DOCUMENT_TOO_COSTLY', 'NOTE_CHANGED', 'DOCUMENT_READER_ENDED', 'TEAM_FAILED', 'TEAM_TIMEOUT'],
]);
const MISSING_HERE: ReadonlySet<string> = new Set(['READER_MISSING', 'PARSER_MISSING']);

/**
 * A fault of this worker or its database, or a quota that others fill. The document did not cause it, so it
 * is postponed, however often that happens, for up to an hour each time.
 */
function isOfWorker(code: string): boolean {
  return MISSING_HERE.has(code) || (code.startsWith('TEAM_') && !DECIDED.has(code) && !TRIED_AGAIN.has(code));
}

/**
 * Reads the next upload that is due into notes. Returns null if none is. A document is refused with the literal code of its error, and its bytes
 * are deleted; after a fault of this worker it is postponed and its bytes stay. Throws only if the result can't be written to the database.
 */
export async function workOnUpload(options: WorkOnUploadOptions): Promise<UploadReport | null> {
  const { signal } = options;
  await using upload = await takeUpload(options);
  if (upload === null) return null;
  const { scope } = upload;
  try {
    const notes = await readInto(upload, options);
    return { scope, outcome: 'done', code: null, notes };
  } catch (error) {
    const code = codeOf(error);
    // Erased or withdrawn meanwhile, or taken by another worker.
    if (code === 'TEAM_FENCED') return { scope, outcome: 'lost', code, notes: 0 };
    if (signal?.aborted === true) {
      await upload.putOff(code, { isCounted: false, pause: 0 });
      return { scope, outcome: 'put off', code, notes: 0 };
    }
    try {
      if (isOfWorker(code) || TRIED_AGAIN.has(code)) {
        const isRefused = await upload.putOff(code, { isCounted: TRIED_AGAIN.has(code) });
        return { scope, outcome: isRefused ? 'refused' : 'put off', code, notes: 0 };
      }
      await upload.refuse(code);
      return { scope, outcome: 'refused', code, notes: 0 };
    } catch (late) {
      if (codeOf(late) === 'TEAM_FENCED') return { scope, outcome: 'lost', code, notes: 0 };
      throw late;
    }
  }
}

async function readInto(upload: TakenUpload, options: WorkOnUploadOptions): Promise<number> {
  const { source, hash, read, signal, now = Date.now } = options;
  const about = openAbout(upload.about, upload.id, options.codec);
  // It was opened with a key, so this worker has one.
  const codec = options.codec as SecretCodec;
  const principal = principalOf(upload, about, now());
  const target = { source, hash, codec, upload, principal };
  const standing = createStanding(target);
  const bytes = await upload.readAll();
  const originHash = Buffer.from(hash(bytes)).toString('hex');
  if (!printOfOriginal(originHash, codec).equals(upload.print))
    throw teamError(
      'TEAM_BLOB_ALTERED',
      'the bytes of an upload in the database are not those that were uploaded',
      'Upload the document again.',
    );
  const { region = DEFAULT_REGION, name } = about;
  const identity = ['upload', upload.workspace, upload.kind, upload.principal, region, name].join('\n');
  const folder = region === 'default' ? '' : `${region}/`;
  await upload.beginReading();
  const notes = await reported(upload, signal, () =>
    read({ bytes, originHash, about, identity, standing: standing.find, signal }),
  );
  // Whatever the reader returns, a document has notes only in its own folder, and is not a ledger.
  if (notes.some(({ path }) => !path.startsWith(folder) || path === LEDGER_FILE)) throw misplaced();
  await writeUploaded(notes, standing.versionOf, target);
  return notes.length;
}

/** How often the end of a reading is reported to an unavailable database, and the milliseconds between attempts. */
const [MOST_TELLS, BETWEEN_MS] = [600, 1_000];

/**
 * Reads, and reports the end of the reading, whatever the result, so that only an attempt that ended with its
 * process stays counted. Waits for an unavailable database.
 */
async function reported<Result>(
  upload: TakenUpload,
  signal: AbortSignal | undefined,
  reading: () => Promise<Result>,
): Promise<Result> {
  try {
    return await reading();
  } finally {
    for (let left = MOST_TELLS; ; left--)
      try {
        await upload.endReading();
        break;
      } catch {
        if (left === 0 || signal?.aborted === true) break;
        await wait(BETWEEN_MS, undefined, { signal }).catch(() => undefined);
      }
  }
}

function misplaced() {
  return teamError(
    'NOTE_PATH_INVALID',
    'a document would become a note outside of the folder that was named for it',
    'Upload it again, and report it.',
  );
}

/** The groups in a token are valid until it expires; those in the database are looked up. */
function principalOf(
  { principal: name }: TakenUpload,
  { groups, until }: UploadAbout,
  now: number,
): Principal {
  return { name, groups: until !== null && until <= now ? [] : groups };
}

/** Nothing of a foreign error is kept, because its message may contain text of the document. */
function codeOf(error: unknown): string {
  return MemoraError.isInstance(error) ? error.code : 'DOCUMENT_READER_ENDED';
}
