import { setTimeout as wait } from 'node:timers/promises';
import type { Blake3 } from '@memora/core';
import type { ConnectionSource } from '@memora/postgres';
import { type UploadReport, workOnUpload } from '@memora/postgres/internal';
import type { SecretCodec } from '@memora/privacy';
import { nameFault } from '../worker/hear-thread.ts';
import { readUpload } from './read-upload.ts';

export interface UploadWorker {
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
  readonly signal: AbortSignal;
  /** Called after each upload. */
  readonly onUpload: (report: UploadReport) => void;
}

export interface FollowUploadsOptions extends UploadWorker {
  /** The database, checked. */
  readonly open: () => Promise<{ readonly source: ConnectionSource }>;
  /** Called with the code or class of an error that ended a round. A persistent error is reported once. */
  readonly onFault: (code: string) => void;
}

/** One statement per poll. There are no notices, because every written note would send one. */
const BETWEEN_MS = 1_000;
const AFTER_FAULT_MS = 2_000;

/** Reads documents of members one after the other until the signal aborts, while the worker does its other work. */
export async function followUploads({ open, onFault, ...worker }: FollowUploadsOptions): Promise<void> {
  const { signal } = worker;
  let said = '';
  while (!signal.aborted) {
    try {
      const { source } = await open();
      await readUploads({ ...worker, source });
      said = '';
      await wait(BETWEEN_MS, undefined, { signal });
    } catch (error) {
      if (signal.aborted) break;
      const code = nameFault(error);
      if (code !== said) onFault(code);
      said = code;
      await wait(AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Reads documents until none is due. */
export async function readUploads({
  onUpload,
  ...options
}: UploadWorker & { readonly source: ConnectionSource }): Promise<void> {
  while (!options.signal.aborted) {
    const report = await workOnUpload({ ...options, read: (document) => readUpload(document) });
    if (report === null) return;
    onUpload(report);
  }
}
