import { randomBytes } from 'node:crypto';
import { fingerprint } from '@memora/core';
import { appendToFile, placeIn, readPlainText } from '@memora/privacy/files';
import { trashOf } from '../forget/move-memory.ts';
import {
  formatLearningEntry,
  type LearningEntry,
  type LearningLog,
  parseLearningLog,
} from './parse-learning-log.ts';

/** The file of the log, in the vault's root. */
export const LEARNING_FILE = '_learning.md';

const HEADER = `# What the memory learned

What was done to what agents remember, one operation a line: ids and codes, no text. Memora appends; read it, keep it, commit it.

`;

/** The learning log of a vault. */
export interface OpenLearningLog {
  readonly read: () => LearningLog;
  /** Appends one operation; it is on disk when this returns. */
  readonly append: (
    entry: Pick<LearningEntry, 'batch' | 'operation' | 'notes' | 'code'> &
      Partial<Pick<LearningEntry, 'shown' | 'asked' | 'sum' | 'time'>>,
  ) => void;
}

/** Opens the log; a missing file counts as empty. */
export function openLearningLog(vaultRoot: string, now: () => Date): OpenLearningLog {
  const place = () => placeIn(vaultRoot, LEARNING_FILE);
  return {
    read: () => parseLearningLog(readPlainText(place()) ?? ''),
    append: (entry) =>
      appendToFile(
        place(),
        formatLearningEntry({ shown: [], asked: null, sum: null, time: now().toISOString(), ...entry }),
        { mode: 0o644, header: HEADER, onOwnLine: true, flush: true },
      ),
  };
}

const encoder = new TextEncoder();

/** The batch of a session: its own id, or a name that does not reveal an id chosen by a host. */
export function batchOfSession(id: string): string {
  return /^conv_[0-9a-z]{12}$/u.test(id) ? id : `ses_${fingerprint(encoder.encode(id)).slice(0, 12)}`;
}

/** The id of a new batch. */
export function createBatchId(kind: 'con' | 'imp' | 'ext' | 'rbk'): string {
  return `${kind}_${randomBytes(6).toString('hex')}`;
}

/** Four hex digits of a hash of the written bytes: enough to notice a later edit (one in 65,536 goes unnoticed), too few to guess a text. */
export function checkSum(batch: string, bytes: Uint8Array): string {
  return fingerprint(Buffer.concat([encoder.encode(`${batch}\n`), bytes])).slice(0, 4);
}

/** The place where a path's bytes from before a batch are kept. */
export function keptPlace(batch: string, path: string): string {
  return trashOf(`${batch}/${path}`);
}
