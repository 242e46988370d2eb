import type { AuditedAct, Principal } from '@memora/postgres';

/** Keeps acts of principals, some at a time: no answer waits for it. */
export interface Auditor {
  readonly add: (principal: Principal, act: AuditedAct) => void;
  /** Resolves once all that was added is kept, or can't be. */
  readonly flush: () => Promise<void>;
}

const EVERY_MS = 250;
/** Acts that wait at most while the database is away; the oldest go, and the log says how many. */
const MOST_WAITING = 10_000;

export function createAuditor(
  keep: (acts: readonly AuditedAct[], principal: Principal) => Promise<void>,
  log: (line: string) => void,
): Auditor {
  let waiting: { readonly principal: Principal; readonly act: AuditedAct }[] = [];
  let timer: NodeJS.Timeout | null = null;
  let keeping: Promise<void> = Promise.resolve();
  const keepAll = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    const byPrincipal = Map.groupBy(taken, ({ principal }) => JSON.stringify(principal));
    for (const [, each] of byPrincipal) {
      const [first] = each;
      if (first === undefined) continue;
      try {
        await keep(
          each.map(({ act }) => act),
          first.principal,
        );
      } catch {
        waiting.unshift(...each);
      }
    }
    const over = waiting.length - MOST_WAITING;
    if (over > 0) {
      waiting.splice(0, over);
      log(`audit: ${over} acts could not be kept`);
    }
  };
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    keeping = keeping.then(keepAll);
    return keeping;
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      flush().then(() => {
        if (waiting.length > 0) schedule();
      });
    }, EVERY_MS).unref();
  };
  return {
    add: (principal, act) => {
      waiting.push({ principal, act });
      schedule();
    },
    flush,
  };
}
