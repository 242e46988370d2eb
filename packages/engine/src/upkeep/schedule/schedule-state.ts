import { memoraPlace, readPlainText } from '@memora/privacy/files';
import { writePrivateFile } from '../consolidate/pages/private-file.ts';

const FILE = 'schedule.json';

/** A daily task. */
type DailyTask = (typeof DAILY_TASKS)[number];
const DAILY_TASKS = ['consolidation', 'challenger', 'sources', 'memories'] as const;

/** When each task last completed. */
type LastRuns = Readonly<Partial<Record<DailyTask, Date>>>;

/** When the tasks of a vault last ran in any process; empty if unknown. */
export async function readLastRuns(vaultRoot: string): Promise<LastRuns> {
  try {
    const known = JSON.parse(readPlainText(memoraPlace(vaultRoot, FILE)) ?? '{}') as Record<string, unknown>;
    const runs: Partial<Record<DailyTask, Date>> = {};
    for (const task of DAILY_TASKS) {
      const at = new Date(String(known[task]));
      if (!Number.isNaN(at.getTime())) runs[task] = at;
    }
    return runs;
  } catch {
    return {};
  }
}

/** Records that a task completed. */
export async function writeLastRun(vaultRoot: string, task: DailyTask, at: Date): Promise<void> {
  const runs = { ...(await readLastRuns(vaultRoot)), [task]: at };
  await writePrivateFile(vaultRoot, [FILE], `${JSON.stringify(runs)}\n`);
}
