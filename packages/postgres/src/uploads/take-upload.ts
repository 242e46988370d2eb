import type { SecretCodec } from '@memora/privacy';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { callForRows, callFunction } from '../queries/call-function.ts';
import type { ScopeKind } from '../team/scopes.ts';
import { openPiece } from './seal-piece.ts';

/** A document for this worker to read, as stored in the database. */
export interface TakenUpload extends AsyncDisposable {
  readonly scope: number;
  readonly id: Buffer;
  /** Identifies this attempt, so that an earlier one can't end the upload. */
  readonly fence: number;
  readonly principal: string;
  readonly workspace: string;
  readonly kind: ScopeKind;
  /** Sealed. */
  readonly about: Buffer;
  readonly print: Buffer;
  /** The document, opened. Throws like `openPiece`, and `TEAM_FENCED` if it is no longer there. */
  readonly readAll: () => Promise<Buffer>;
  /** Counts an attempt. Throws `TEAM_FENCED` if the upload is gone or belongs to another worker. */
  readonly beginReading: () => Promise<void>;
  /** Subtracts the attempt, because this process has survived it. */
  readonly endReading: () => Promise<void>;
  /**
   * Releases it after a fault: for a minute if reading has not begun, and for a growing time if it has.
   * Returns true if that was the last attempt, in which case it was refused with the code.
   */
  readonly putOff: (
    code: string,
    options: { readonly isCounted: boolean; readonly pause?: number | null },
  ) => Promise<boolean>;
  /** Refuses it with a code: its bytes are deleted. */
  readonly refuse: (code: string) => Promise<void>;
}

export interface TakeUploadOptions {
  readonly source: ConnectionSource;
  /** This worker's key, if it has one. */
  readonly codec: SecretCodec | undefined;
  /** Milliseconds after which a silent worker loses a document; 30,000 by default. */
  readonly lasting?: number | undefined;
}

const LASTING_MS = 30_000;
/** Milliseconds before an unread document is taken again. */
const PAUSE_MS = 60_000;

/** Takes the next document that is due, and holds it until disposed; null if none is due. */
export async function takeUpload({
  source,
  codec,
  lasting = LASTING_MS,
}: TakeUploadOptions): Promise<TakenUpload | null> {
  const working = <Result>(work: Parameters<typeof transactionAs<Result>>[2]) =>
    transactionAs(source, { role: 'publish', scope: null }, work);
  const [row] = await working((db) =>
    callForRows(db, 'take_upload', `${lasting} ms`, Buffer.from(codec?.keyId ?? '', 'hex')),
  );
  if (row === undefined) return null;
  const { scope, id, fence, pieces } = row;
  const held = [scope, id, fence] as const;
  let keeping: Promise<unknown> = Promise.resolve();
  const beat = setInterval(() => {
    keeping = working((db) => callFunction(db, 'keep_upload', ...held, `${lasting} ms`)).catch(
      () => undefined,
    );
  }, lasting / 3).unref();
  let hasBegun = false;
  const markReading = (isBegin: boolean) =>
    working((db) => callFunction(db, 'mark_reading', ...held, isBegin));
  /** A renewal in transit would arrive after the end, and the document would be held for nobody. */
  const stopBeat = async (): Promise<void> => {
    clearInterval(beat);
    await keeping;
  };
  return {
    ...row,
    kind: row.kind as ScopeKind,
    readAll: async () => {
      const all: Buffer[] = [];
      for (let number = 1; number <= pieces; number++) {
        const piece = await working((db) => callFunction(db, 'read_piece', ...held, number));
        all.push(openPiece(piece, { upload: id, number }, codec));
      }
      return Buffer.concat(all);
    },
    beginReading: async () => {
      await markReading(true);
      hasBegun = true;
    },
    endReading: async () => {
      await markReading(false);
    },
    putOff: async (code, { isCounted, pause = hasBegun ? null : PAUSE_MS }) => {
      await stopBeat();
      const paused = pause === null ? null : `${pause} ms`;
      return (
        (await working((db) => callFunction(db, 'put_off_upload', ...held, code, isCounted, paused))) === true
      );
    },
    refuse: async (code) => {
      await working((db) => callFunction(db, 'end_upload', ...held, code, null, null));
    },
    [Symbol.asyncDispose]: stopBeat,
  };
}
