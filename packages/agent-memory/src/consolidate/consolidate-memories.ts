import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { acquireVaultLock } from '@memora/vault';
import type { ForgetPorts } from '../forget/forget-memory.ts';
import { checkSum, createBatchId } from '../learning/open-learning-log.ts';
import type { LearningOperation, ReadLearningEntry } from '../learning/parse-learning-log.ts';
import { openBatchFiles } from '../rollback/batch-files.ts';
import { isSave } from '../rollback/find-closure.ts';
import { markBatch } from '../rollback/undo-batch.ts';
import type { ConsolidateOptions, ConsolidationStep, MemoryConsolidation } from './consolidation.ts';
import { emptyTrash, findOldTrash } from './empty-trash.ts';
import { findNear } from './find-near.ts';
import { lookSince } from './look-since.ts';
import { type PlannedStep, planConsolidation, readStanding } from './plan-consolidation.ts';

export interface ConsolidatePorts {
  readonly memory: Memory;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly forget: ForgetPorts;
  readonly now: () => Date;
  /** The date of an instant in the user's time zone. */
  readonly dayOf: (at: Date) => string;
  /** Days after which a daily note moves to the archive; 0 keeps all. */
  readonly dailyKeepDays: number;
  /** Days after which files in the trash are deleted; 0 keeps them. */
  readonly trashDays: number;
}

export const OPERATIONS: Readonly<Record<ConsolidationStep['code'], LearningOperation>> = {
  said_since: 'supersede',
  ended: 'expire',
  unconfirmed: 'expire',
  archived: 'move',
  merged: 'merge',
  filed: 'move',
  evidence_gone: 'refresh',
  evidence_back: 'refresh',
};

/** Maximum number of rounds. One round may create work for the next, such as copies that a dispute had kept apart. */
const MOST_ROUNDS = 4;

/**
 * Consolidates the memory of an agent: five passes, no model, one batch. A second run finds nothing to do.
 */
export async function consolidateMemories(
  { dryRun = false }: ConsolidateOptions,
  ports: ConsolidatePorts,
): Promise<MemoryConsolidation> {
  if ((await ports.memory.revision()) === null) return { ...NOTHING, steps: [], left: [] };
  const done = await applyAll(dryRun, ports);
  return { ...done, asks: await findAsks(ports) };
}

/** With more memories, only changed ones are examined, and no questions are returned. */
const MOST_COMPARED = 500;

async function findAsks(ports: ConsolidatePorts): Promise<MemoryConsolidation['asks']> {
  const { notes } = await ports.forget.directory();
  return notes.length > MOST_COMPARED ? [] : findNear(await readStanding(ports, notes));
}

async function applyAll(dryRun: boolean, ports: ConsolidatePorts): Promise<MemoryConsolidation> {
  const { vault, log } = ports.forget;
  const findTrash = () => findOldTrash(vault.root, log.read().entries, ports.trashDays, ports.now());
  if (dryRun)
    return {
      ...NOTHING,
      steps: (await planConsolidation(ports, await lookSince(ports))).steps.map(tell),
      left: [],
      emptied: findTrash().length,
    };
  const lock = await acquireVaultLock(vault.root, 'keep').catch((error: unknown) => {
    if (MemoraError.isInstance(error) && error.code === 'VAULT_LOCKED') return null;
    throw error;
  });
  if (lock === null) return { ...NOTHING, isBusy: true, steps: [], left: [] };
  await using _lock = lock;
  const trash = findTrash();
  emptyTrash(vault.root, trash);
  const emptied = trash.length;
  const batch = createBatchId('con');
  const done: ConsolidationStep[] = [];
  const left = new Map<string, ConsolidationStep>();
  const tried = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const look = await lookSince(ports);
    const { steps, standing } = await planConsolidation(ports, look);
    const planned = steps.filter((step) => !tried.has(nameOf(step)));
    if (planned.length === 0) {
      // Skipped steps are examined again once they are indexed.
      if (left.size === 0) await look.keep(standing);
      break;
    }
    for (const step of planned) tried.add(nameOf(step));
    if (done.length === 0 && left.size === 0) markBatch(log, batch, 'begun');
    for (const step of await applySteps(planned, batch, ports)) left.set(nameOf(step), tell(step));
    done.push(...planned.filter((step) => !left.has(nameOf(step))).map(tell));
  }
  if (done.length + left.size === 0) {
    // Marks the log, so that later saves are compared with this state. A second run finds nothing new and
    // writes nothing.
    if (hasNew(log.read().entries)) markBatch(log, batch, 'done');
    return { ...NOTHING, steps: [], left: [], emptied };
  }
  markBatch(log, batch, 'done');
  const own = done.length === 0 ? null : batch;
  return { ...NOTHING, batch: own, steps: done, left: [...left.values()], emptied };
}

const NOTHING = { batch: null, isBusy: false, emptied: 0, asks: [] } as const;

/** Applies steps whose notes are unchanged since they were read; returns the others. */
async function applySteps(
  planned: readonly PlannedStep[],
  batch: string,
  { memory, forget }: ConsolidatePorts,
): Promise<PlannedStep[]> {
  const { vault, log } = forget;
  const files = openBatchFiles(vault.root, batch, log);
  const left: PlannedStep[] = [];
  const looked = new Set<string>();
  for (const step of planned) {
    const isAsRead = step.changes.every(({ path, expected }) => isSame(files.read(path), expected));
    if (!isAsRead) {
      left.push(step);
      continue;
    }
    const written = step.changes.find(({ id, next }) => id === step.notes[0] && next !== null)?.next;
    log.append({
      batch,
      operation: OPERATIONS[step.code],
      notes: [...new Set([...step.notes, ...(step.wentBy ?? [])])],
      sum: written == null ? null : checkSum(batch, written),
      code: step.code,
    });
    for (const { path, id, next } of step.changes) await files.change(path, id, next);
    for (const path of step.looksAt) looked.add(path);
  }
  await memory.indexNotes([...new Set([...files.changed, ...looked])]);
  return left;
}

/** True if anything was saved since the last consolidation. */
function hasNew(entries: readonly ReadLearningEntry[]): boolean {
  const last = entries.findLastIndex(({ batch, code }) => code === 'done' && batch.startsWith('con_'));
  return entries.slice(last + 1).some(isSave);
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

function nameOf({ code, notes }: ConsolidationStep): string {
  return [code, ...notes].join(' ');
}

function tell({ pass, code, notes }: ConsolidationStep): ConsolidationStep {
  return { pass, code, notes };
}
