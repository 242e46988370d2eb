import { MemoraError } from '@memora/core';
import {
  besides,
  DATABASE_PARTS,
  hideFromGit,
  inspectPlace,
  memoraPlace,
  moveFile,
  placeAt,
  setMode,
} from '@memora/privacy/files';
import { acquireVaultLock } from '@memora/vault';
import { readVaultLock } from '@memora/vault/internal';
import type { IndexResult } from '../../memory.ts';
import { findOpen } from './check-files.ts';
import { checkMemory, type DoctorPorts } from './check-memory.ts';
import type { DoctorCheck, DoctorRepair, DoctorReport } from './doctor-report.ts';

/** The additional dependencies of repairing. */
interface RepairPorts extends DoctorPorts {
  readonly indexPath: string;
  /** Indexes without changing a note. */
  readonly index: (options: { readonly full: boolean }) => Promise<IndexResult>;
}

/**
 * Checks, repairs faults that can be repaired without loss, and checks again. Only files of `.memora/` are
 * changed: no note and no config. Damaged files are moved aside, never deleted. Each step is reported.
 */
export async function repairMemory(ports: RepairPorts): Promise<DoctorReport> {
  const before = await checkMemory(ports);
  const wrong = before.checks.filter((check) => check.status !== 'ok');
  const repairs: DoctorRepair[] = [];
  const { root } = ports.vault;
  if (wrong.some(({ name }) => name === 'files')) repairs.push(...repairFiles(root));
  if (wrong.some(({ name }) => name === 'lock')) repairs.push(await repairLock(root));
  if (wrong.some(({ name }) => INDEXED.has(name))) repairs.push(...(await repairIndex(wrong, ports)));
  const after = repairs.length === 0 ? before : await checkMemory(ports);
  return { ...after, repairs };
}

/** Checks whose faults indexing repairs. */
const INDEXED = new Set(['database', 'index', 'failures', 'spans']);

function repairFiles(root: string): DoctorRepair[] {
  const done: DoctorRepair[] = [];
  for (const name of findOpen(root)) {
    const place = name === '.' ? memoraPlace(root) : memoraPlace(root, name);
    const what = name === '.' ? '.memora' : `.memora/${name}`;
    try {
      setMode(place, inspectPlace(place)?.isDirectory() === true ? 0o700 : 0o600);
      done.push({ name: 'files', done: true, detail: `made ${what} readable by its owner alone` });
    } catch (error) {
      done.push(left('files', error));
    }
  }
  // A file to which a user added text belongs to the user.
  if (hideFromGit(memoraPlace(root)))
    done.push({ name: 'files', done: true, detail: 'wrote .memora/.gitignore' });
  return done;
}

async function repairLock(root: string): Promise<DoctorRepair> {
  try {
    // The next watcher would do the same: take the lock over and release it.
    await (await acquireVaultLock(root))[Symbol.asyncDispose]();
    return { name: 'lock', done: true, detail: 'removed watch.lock of a process that is gone' };
  } catch (error) {
    return left('lock', error);
  }
}

async function repairIndex(wrong: readonly DoctorCheck[], ports: RepairPorts): Promise<DoctorRepair[]> {
  const done: DoctorRepair[] = [];
  const isFault = (name: string) => wrong.some((check) => check.name === name && check.status === 'fault');
  try {
    if ((await readVaultLock(ports.vault.root))?.isLive === true) {
      return [{ name: 'database', done: false, detail: 'a watcher is running; stop it and run this again' }];
    }
    if (!(await ports.store.exists())) return [];
    if (isFault('database')) done.push(...(await repairDatabase(ports)));
    if (done.some((repair) => !repair.done)) return done;
    if (ports.settings.config.indexing.extractor !== 'offline') {
      const detail = 'not indexed again, because that would call a model: run `memora index`';
      return [...done, { name: 'index', done: false, detail }];
    }
    const full = isFault('spans');
    const { report } = await ports.index({ full });
    const detail = `${full ? 'read every note again' : 'indexed what changed'}: ${report.claimsNew} claims new, ${report.claimsRetired} retired, ${report.failed} notes failed`;
    return [...done, { name: 'index', done: true, detail }];
  } catch (error) {
    return [...done, left('database', error)];
  }
}

/** Repairs rows that contradict each other; a file that is damaged beyond that is moved aside. */
async function repairDatabase({ store, indexPath }: RepairPorts): Promise<DoctorRepair[]> {
  try {
    const opened = await store.write();
    const steps = await opened.repair();
    const { problems } = await opened.check();
    const done = steps.map((detail): DoctorRepair => ({ name: 'database', done: true, detail }));
    if (!problems.some(({ code }) => code === 'DATABASE_CORRUPT')) {
      // The others are repaired by the indexing that follows.
      const lasting = problems.filter(({ code }) => code !== 'SECRETS_OF_ANOTHER_KEY');
      const rest = lasting.map(
        ({ message, remedy }): DoctorRepair => ({
          name: 'database',
          done: false,
          detail: `${message}. ${remedy}`,
        }),
      );
      return [...done, ...rest];
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'DATABASE_CORRUPT') return [left('database', error)];
  }
  await store.close().catch(() => undefined);
  return [await moveAside(indexPath)];
}

async function moveAside(path: string): Promise<DoctorRepair> {
  const suffix = `.damaged-${new Date().toISOString().replace(/[:.]/g, '')}`;
  const place = placeAt(path);
  const name = place.parts.at(-1);
  for (const part of DATABASE_PARTS)
    moveFile(besides(place, `${name}${part}`), besides(place, `${name}${suffix}${part}`));
  const detail = `moved the damaged database aside, to ${path}${suffix}; only that file has its history`;
  return { name: 'database', done: true, detail };
}

function left(name: string, error: unknown): DoctorRepair {
  if (!MemoraError.isInstance(error)) throw error;
  return { name, done: false, detail: `${error.message} (${error.code})` };
}
