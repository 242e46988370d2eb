import { MemoraError } from '@memora/core';
import { ServerError } from '../../protocol/server-error.ts';
import type { GateAnswer } from '../identify.ts';
import { toJson } from '../identify.ts';

/** What a server needs before it can answer. */
type ReadinessPart = 'database' | 'schema' | 'role' | 'policies';

/** Why a server can't answer now. Contains only codes and fixed sentences, because the caller needs no token. */
interface Unready {
  readonly part: ReadinessPart;
  readonly code: string;
  readonly reason: string;
}

interface ReadinessOptions {
  /** Checks the database as a server does when it opens it. */
  readonly check: () => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

/** Answers `/healthz` and `/readyz`. */
interface Readiness {
  /** The answer at a path; null for any other. */
  readonly answer: (path: string) => Promise<GateAnswer> | null;
  /** Why it can't answer now; null if it can. */
  readonly look: () => Promise<Unready | null>;
}

/** How long a result is reused, so that probes of several balancers share one query of the catalogue. */
const KEPT_MS = 2_000;
/** A prober treats a longer wait as "not ready". */
const LONGEST_MS = 4_000;

const PARTS: Readonly<Record<string, readonly [ReadinessPart, string]>> = {
  TEAM_UNREACHABLE: ['database', 'the database does not answer'],
  TEAM_LOGIN_REFUSED: ['database', 'the database refuses the login'],
  TEAM_BUSY: ['database', 'all connections to the database are in use'],
  TEAM_TIMEOUT: ['database', 'the database does not answer in time'],
  TEAM_DISK_FULL: ['database', 'the disk of the database is full'],
  TEAM_SERVER_TOO_OLD: ['database', 'the database is older than PostgreSQL 15'],
  TEAM_NOT_INITIALISED: ['schema', 'the database holds no memory of a team: run `memora team init`'],
  TEAM_SCHEMA_OLDER: ['schema', 'the schema of the database is too old: run `memora team migrate`'],
  TEAM_SCHEMA_NEWER: ['schema', 'the schema of the database is newer than this server: bring it up to date'],
  TEAM_RIGHTS_MISSING: ['role', 'the login has none of the roles of Memora: run `memora team init --login`'],
  TEAM_LOGIN_TOO_STRONG: [
    'role',
    'the policies do not apply to the login: use one that is neither superuser nor owner',
  ],
  TEAM_POLICIES_ALTERED: [
    'policies',
    'policies or functions are not those of this version: run `memora team migrate --repair`',
  ],
};

export function createReadiness({ check, clock = () => performance.now() }: ReadinessOptions): Readiness {
  let kept: { readonly at: number; readonly outcome: Promise<Unready | null> } | null = null;
  const look = (): Promise<Unready | null> => {
    if (kept === null || clock() - kept.at > KEPT_MS) {
      const outcome = inTime(check()).then(
        () => null,
        (error: unknown) => toUnready(error),
      );
      kept = { at: clock(), outcome };
    }
    return kept.outcome;
  };
  return {
    look,
    answer: (path) => {
      if (path === '/healthz') return Promise.resolve(toJson({ status: 200, body: { status: 'ok' } }));
      if (path !== '/readyz') return null;
      return look().then((unready) =>
        unready === null
          ? toJson({ status: 200, body: { status: 'ready' } })
          : toJson({ status: 503, body: { status: 'not ready', ...unready } }),
      );
    },
  };
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ServerError('late', { code: 'TEAM_TIMEOUT' })), LONGEST_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

function toUnready(error: unknown): Unready {
  const code = MemoraError.isInstance(error) ? error.code : 'TEAM_FAILED';
  const [part, reason] = PARTS[code] ?? ['database', 'the database could not be checked'];
  return { part, code, reason };
}
