import { openSideFile } from '@memora/claims/internal';
import { fingerprint } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { JudgeReply } from '@memora/validator/judge';
import { lazily } from '../concurrency/lazily.ts';
import { VERDICT_TABLES } from '../queries/engine-tables.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { type OwnDatabase, setDatabaseAside } from '../store/own-database.ts';

/** A judge's verdict on one statement. */
type KeptVerdict = Omit<JudgeReply, 'index'>;

/** Verdicts by their input. Losing them costs only a request. */
export interface KeptVerdicts {
  /** Returns the verdicts, in the order of the inputs; null for unknown ones. */
  readonly read: (judged: readonly string[]) => Promise<readonly (KeptVerdict | null)[]>;
  /** Never fails: an answer does not depend on it. */
  readonly keep: (judged: string, verdict: KeptVerdict) => Promise<void>;
  /** Deletes every verdict, because one may contain erased words. */
  readonly forget: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The storage of verdicts: a file of this installation, encrypted with the vault's key. */
interface KeptVerdictsPorts {
  readonly path: string;
  readonly own: OwnDatabase;
  /** Without a key they are kept only in memory. */
  readonly codec: () => Promise<SecretCodec | undefined>;
}

/** The oldest are dropped first. */
const MOST_KEPT = 2_000;
/** How long to wait for other processes that open or write the file, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Keeps verdicts while a memory is open, and with `ports` also for later memories: under keyed hashes of
 * their inputs, encrypted. The file reveals no question or answer, and a vault can't bring its own verdicts.
 */
export function createKeptVerdicts(ports: KeptVerdictsPorts | null): KeptVerdicts {
  const known = new Map<string, KeptVerdict>();
  const open = lazily(async () => {
    const codec = await ports?.codec();
    if (ports === null || codec === undefined) return null;
    const { path, own } = ports;
    const standing = await own.standing(path);
    if (standing === 'unknown') setDatabaseAside(path);
    if (standing !== 'ours') await own.markNew(path);
    return openTable(path, codec);
  });
  const table = () => open().catch(() => null);
  return {
    async read(judged) {
      const opened = await table();
      return judged.map((each) => known.get(keyOf(each)) ?? opened?.read(each) ?? null);
    },
    async keep(judged, verdict) {
      known.set(keyOf(judged), verdict);
      if (known.size > MOST_KEPT) for (const first of known.keys()) if (known.delete(first)) break;
      try {
        (await table())?.keep(judged, verdict);
      } catch {
        // A full disk or a read-only folder: the judge is called again.
      }
    },
    async forget() {
      known.clear();
      // A file that this memory has not opened may also contain some.
      if (ports !== null && (await ports.own.standing(ports.path)) === 'ours') (await open())?.forget();
    },
    close: () => open.close(async (opened) => opened?.close()),
  };
}

function keyOf(judged: string): string {
  return fingerprint(Buffer.from(judged));
}

function openTable(path: string, codec: SecretCodec) {
  const db = openSideFile(path, VERDICT_TABLES, PATIENCE_MS);
  const read = prepareValue(db, 'verdictOf');
  const write = prepareQuery(db, 'putVerdict');
  const makeRoom = prepareQuery(db, 'forgetVerdicts');
  const sealedKey = (judged: string) => codec.fingerprint(Buffer.from(judged));
  return {
    read: (judged: string): KeptVerdict | null => {
      const said = read.get(sealedKey(judged));
      if (said === undefined) return null;
      try {
        return JSON.parse(codec.decrypt(said)) as KeptVerdict;
      } catch {
        // Written with a key that was replaced since.
        return null;
      }
    },
    keep: (judged: string, verdict: KeptVerdict) => {
      write.run(sealedKey(judged), Buffer.from(codec.encrypt(JSON.stringify(verdict))));
      makeRoom.run(MOST_KEPT);
    },
    forget: () => {
      prepareQuery(db, 'emptyVerdicts').run();
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    close: () => void db.close(),
  };
}
