import type { SecretCodec } from '@memora/privacy';
import { transactionAs } from '../connect/transaction-as.ts';
import { callForRows, callFunction } from '../queries/call-function.ts';
import type { Acting } from '../team/members.ts';
import { type ScopeKind, shownPath } from '../team/scopes.ts';
import { openAbout } from './upload-about.ts';

/** The result for one document of an upload. */
export interface UploadedNote {
  readonly path: string;
  /** `kept`: the document has changed, but the note stays, because a person's edits in it can't be determined. */
  readonly status: 'created' | 'updated' | 'unchanged' | 'kept';
  /** The version that was written; null if nothing was. */
  readonly version: number | null;
  readonly format: string;
  /** Places that were marked secret, and the kinds of credentials among them. */
  readonly sealed: number;
  readonly classes: readonly string[];
  readonly anchors: number;
  readonly edits: number;
  readonly conflicts: number;
  /** Counts of content that is not in the note. */
  readonly leftOut: {
    readonly invisible: number;
    readonly active: number;
    readonly words: number;
    readonly markers: number;
  };
  /** `partial`: a part of the document is missing. `recognised`: some text was recognised in pictures. */
  readonly made: 'recognised' | 'partial' | null;
  /** The number of notices about content that is not in the note. */
  readonly notices: number;
}

/** The state of an upload, for its principal. */
export interface UploadState {
  readonly upload: string;
  readonly scope: ScopeKind;
  /** The name of the file; null if this program lacks the key that it is sealed with. */
  readonly name: string | null;
  readonly state: 'arriving' | 'waiting' | 'reading' | 'done' | 'refused';
  /** Why it was refused, or why the last attempt was abandoned. */
  readonly code: string | null;
  /** Number of attempts that failed. */
  readonly attempts: number;
  /** ISO 8601. */
  readonly at: string;
  /** With shown paths; the first twenty in a list. */
  readonly notes: readonly UploadedNote[];
  /** The number of notes. */
  readonly total: number;
}

const MOST_LISTED = 100;

/** Lists a principal's own uploads, newest first, at most a hundred. */
export function listUploads(
  { source, principal, workspace, codec }: Acting & { readonly codec: SecretCodec | undefined },
  upload: string | null = null,
): Promise<UploadState[]> {
  return transactionAs(source, { role: 'write', principal, workspace }, async (db) => {
    const wanted = upload === null ? null : Buffer.from(upload, 'hex');
    const rows = await callForRows(db, 'read_uploads', wanted, MOST_LISTED);
    return rows.map(({ kind, id, state, code, about, attempts, outcome, total, at }) => ({
      ...{ code, attempts, total, state: state as UploadState['state'] },
      upload: id.toString('hex'),
      scope: kind as ScopeKind,
      name: nameOf(about, id, codec),
      at: at.toISOString(),
      notes: ((outcome as readonly UploadedNote[] | null) ?? []).map((note) => ({
        ...note,
        path: shownPath(kind as ScopeKind, note.path),
      })),
    }));
  });
}

/** Withdraws an upload: its bytes are deleted, and notes already written from it stay. Returns false if the principal has no such upload. */
export function withdrawUpload({ source, principal, workspace }: Acting, upload: string): Promise<boolean> {
  return transactionAs(
    source,
    { role: 'write', principal, workspace },
    async (db) => (await callFunction(db, 'drop_upload', Buffer.from(upload, 'hex'))) === true,
  );
}

function nameOf(about: Buffer, id: Buffer, codec: SecretCodec | undefined): string | null {
  try {
    return openAbout(about, id, codec).name;
  } catch {
    return null;
  }
}
