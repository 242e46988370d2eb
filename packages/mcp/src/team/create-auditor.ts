import { MemoraError } from '@memora/core';
import type { ActsOf, AuditedAct } from '@memora/postgres';
import { describeForLog } from '../protocol/to-tool-error.ts';
import type { Person } from './identify.ts';

/** Writes acts of principals to the audit; all that are waiting are written together. */
export interface Auditor {
  /**
   * Resolves to true once the act is recorded, before an answer is sent. While the database is unavailable it resolves at once, and the act waits. False if the
   * principal is no longer a member; the act is then not recorded.
   */
  readonly keep: (person: Person, act: AuditedAct) => Promise<boolean>;
  /** Records an act later: one whose answer revealed nothing. */
  readonly add: (person: Person, act: AuditedAct) => void;
  /** Resolves once all acts are recorded, or can't be. */
  readonly flush: () => Promise<void>;
}

const SOON_MS = 250;
/** Maximum number of acts that wait while the database is away. The oldest are dropped, and the log reports how many. */
const MOST_WAITING = 10_000;

interface Waiting {
  readonly person: Person;
  readonly act: AuditedAct;
  tell: ((isKept: boolean) => void) | null;
}

export function createAuditor(
  keepAll: (all: readonly ActsOf[]) => Promise<readonly boolean[]>,
  log: (line: string) => void,
): Auditor {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let keeping: Promise<void> | null = null;
  /** Why nothing can be recorded; null if there is no fault. */
  let fault: string | null = null;
  const keepWaiting = async (): Promise<void> => {
    const taken = waiting;
    if (taken.length === 0) return;
    waiting = [];
    const groups = [
      ...Map.groupBy(taken, ({ person }) => JSON.stringify([person.workspace, person.principal])).values(),
    ];
    const all = groups.map((each) => {
      const { principal, workspace } = (each[0] as Waiting).person;
      return { principal, workspace, acts: each.map(({ act }) => act) };
    });
    try {
      const kept = await keepAll(all);
      fault = null;
      groups.forEach((each, i) => {
        for (const { tell } of each) tell?.(kept[i] === true);
      });
    } catch (error) {
      const why = MemoraError.isInstance(error) ? error.code : describeForLog(error);
      // A lasting fault is logged once.
      if (why !== fault) log(`audit: entries are waiting (${why})`);
      fault = why;
      for (const each of taken) {
        each.tell?.(true);
        each.tell = null;
      }
      waiting.unshift(...taken);
      const over = waiting.length - MOST_WAITING;
      if (over > 0) {
        waiting.splice(0, over);
        log(`audit: ${over} entries could not be kept`);
      }
    }
  };
  const begin = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    keeping ??= keepWaiting().finally(() => {
      keeping = null;
      // Acts that arrived meanwhile are recorded together.
      if (waiting.some(({ tell }) => tell !== null)) begin();
      else if (waiting.length > 0) schedule();
    });
    return keeping;
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null;
      begin();
    }, SOON_MS).unref();
  };
  return {
    keep: (person, act) => {
      if (fault !== null) {
        waiting.push({ person, act, tell: null });
        schedule();
        return Promise.resolve(true);
      }
      return new Promise((tell) => {
        waiting.push({ person, act, tell });
        begin();
      });
    },
    add: (person, act) => {
      waiting.push({ person, act, tell: null });
      schedule();
    },
    flush: async () => {
      await keeping;
      await begin();
    },
  };
}
