import type { BatchOutcome, FailedNote, IndexBatch, IndexRun } from '../store/index-run.ts';
import type { NoteWork } from '../store/note-work.ts';
import type { ReportTally } from './report-tally.ts';
import type { FoundNote } from './survey-vault.ts';

/** Receives the prepared notes of a run. */
export interface Committer {
  readonly write: (work: NoteWork) => Promise<void>;
  readonly touch: (found: FoundNote) => Promise<void>;
  readonly fail: (failures: IndexBatch['failures']) => Promise<void>;
  readonly remove: (paths: readonly string[]) => Promise<void>;
  readonly flush: () => Promise<void>;
}

/** Groups notes into commits and reports their outcomes to the tally. */
export function createCommitter(run: IndexRun, tally: ReportTally, size: number): Committer {
  let works: NoteWork[] = [];
  let touched: FoundNote[] = [];
  let failures: FailedNote[] = [];
  let removed: string[] = [];

  const flush = async (): Promise<void> => {
    if (works.length + touched.length + failures.length + removed.length === 0) return;
    const batch: IndexBatch = { works, touched, failures, removed };
    works = [];
    touched = [];
    failures = [];
    removed = [];
    tell(batch, await run.commit(batch));
  };
  const tell = (batch: IndexBatch, outcome: BatchOutcome): void => {
    tally.addRemoved(batch.removed.length, outcome.retired);
    tally.addUnchanged(batch.touched.length);
    for (const { path, code, reason } of batch.failures) tally.addFailure(path, code, reason);
    for (const [i, work] of batch.works.entries()) {
      const result = outcome.outcomes[i];
      if (result === undefined) continue;
      if ('failure' in result) tally.addFailure(work.note.path, result.failure.code, result.failure.reason);
      else {
        tally.addNote(work, result);
        if (work.movedFrom !== null) tally.addMoved();
      }
    }
  };
  const flushIfFull = async (): Promise<void> => {
    if (works.length >= size || touched.length >= 1000) await flush();
  };
  return {
    write: async (work) => {
      works.push(work);
      await flushIfFull();
    },
    touch: async (found) => {
      touched.push(found);
      await flushIfFull();
    },
    fail: async (more) => {
      for (const failure of more) failures.push(failure);
    },
    remove: async (paths) => {
      for (const path of paths) removed.push(path);
    },
    flush,
  };
}
