import { setTimeout as sleep } from 'node:timers/promises';
import type { NoteFilter } from '../files/note-filter.ts';
import type { KnownFile } from '../files/scan-vault.ts';
import { acquireVaultLock } from '../files/vault-lock.ts';
import type { WrittenFile } from '../files/write-note-file.ts';
import { createFolderWatchers } from './folder-watchers.ts';
import { msUntilStampsDiffer } from './ms-until-stamps-differ.ts';
import { type ObservedVault, observeVault } from './observe-vault.ts';
import { diffVersions, type FileVersion, type Observations, type VaultChange } from './vault-change.ts';

export interface WatchOptions {
  readonly signal?: AbortSignal;
  /** Quiet time before changes are reported; 250 by default. A steady stream is reported after ten times this. */
  readonly debounceMs?: number;
  /** The notes as last seen; later changes are reported first. Without it, the current notes count as known. */
  readonly known?: ReadonlyMap<string, KnownFile>;
  /** How often the whole vault is compared, whatever the system reports; 300,000 by default. */
  readonly sweepMs?: number;
  /** Called once the vault is watched and earlier changes are known. */
  readonly onReady?: () => void;
  /** False watches without the lock, in addition to its owner. */
  readonly lock?: boolean;
}

/** The parts of a vault that the stream needs. */
interface WatchedVault {
  readonly root: string;
  readonly filter: NoteFilter;
  readonly maxNoteBytes: number;
  /** Versions that this process wrote; they are not reported. */
  readonly ownWrites: ReadonlyMap<string, WrittenFile>;
}

const LIMITED_SWEEP_MS = 2000;
/** If this many hints arrive at once, the system's queue may have overflowed. */
const BURST = 4096;

/**
 * One stream of ordered, debounced changes until the signal aborts or the consumer stops. The system's events only say where to look. Reported changes come
 * from comparing the files with the known ones, so a lost or duplicate event changes nothing. Throws `VAULT_LOCKED` if another process watches the vault.
 */
export async function* watchVault(
  vault: WatchedVault,
  options: WatchOptions = {},
): AsyncGenerator<VaultChange> {
  const { signal, debounceMs = 250 } = options;
  if (signal?.aborted) return;
  await using _lock = options.lock === false ? undefined : await acquireVaultLock(vault.root);
  const hints = createHints(debounceMs, options.sweepMs ?? 300_000, signal);
  const watchers = createFolderWatchers(vault.root, hints);
  const known = toKnown(options.known);
  const observed: ObservedVault = { ...vault, known, watchers };
  try {
    const first = await observeVault(observed, null);
    const changes = diffVersions(known, first.seen, isOwnIn(vault.ownWrites));
    await stampsDiffer(first.seen, signal);
    options.onReady?.();
    yield* first.problems;
    if (options.known !== undefined) yield* changes;
    while (!signal?.aborted) {
      const paths = await hints.next();
      if (paths === 'end') return;
      const look = await observeVault(observed, paths);
      yield* hints.problems.splice(0);
      yield* look.problems;
      await stampsDiffer(look.seen, signal);
      yield* diffVersions(known, look.seen, isOwnIn(vault.ownWrites));
    }
  } finally {
    watchers.close();
    hints.close();
  }
}

/** Without this delay, a reader between two writes in one tick would miss the second write. */
async function stampsDiffer(seen: Observations, signal: AbortSignal | undefined): Promise<void> {
  const wait = msUntilStampsDiffer(seen.values(), Date.now());
  if (wait > 0) await sleep(wait, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

function isOwnIn(ownWrites: ReadonlyMap<string, WrittenFile>) {
  return (path: string, version: FileVersion): boolean => {
    const own = ownWrites.get(path);
    return (
      own !== undefined &&
      own.ino === version.ino &&
      own.mtimeMs === version.mtimeMs &&
      own.size === version.size
    );
  };
}

/** A remembered file lacks values that only the system knows; they are zero. */
function toKnown(files: ReadonlyMap<string, KnownFile> = new Map()): Map<string, FileVersion> {
  const known = new Map<string, FileVersion>();
  for (const [path, { size, mtimeMs, ino = 0, birthtimeMs = 0 }] of files) {
    known.set(path, { size, mtimeMs, ctimeMs: 0, ino, birthtimeMs });
  }
  return known;
}

/** Collects hints and returns them after the quiet time: paths, `null` for the whole vault, `end` after an abort. */
function createHints(debounceMs: number, sweepMs: number, signal: AbortSignal | undefined) {
  let paths = new Set<string>();
  let isWhole = false;
  let firstAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let wake: (() => void) | undefined;
  let isDue = false;
  const problems: VaultChange[] = [];
  const onAbort = () => wake?.();
  signal?.addEventListener('abort', onAbort);
  let sweep = setInterval(onLost, sweepMs);

  function touch(): void {
    const now = Date.now();
    if (firstAt === 0) firstAt = now;
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(debounceMs, firstAt + 10 * debounceMs - now));
    timer = setTimeout(() => {
      isDue = true;
      wake?.();
    }, wait);
  }

  function onLost(): void {
    isWhole = true;
    touch();
  }

  return {
    problems,
    onLost,
    onPath(path: string): void {
      if (paths.size < BURST) paths.add(path);
      else isWhole = true;
      touch();
    },
    onLimit(): void {
      if (problems.length > 0) return;
      const reason =
        'The system has no more file watches (fs.inotify.max_user_watches), so the vault is compared every two seconds.';
      problems.push({ kind: 'problem', path: '.', code: 'WATCH_LIMIT', reason });
      clearInterval(sweep);
      sweep = setInterval(onLost, LIMITED_SWEEP_MS);
      onLost();
    },
    async next(): Promise<ReadonlySet<string> | null | 'end'> {
      while (!isDue && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (signal?.aborted) return 'end';
      const due = isWhole ? null : paths;
      paths = new Set();
      isWhole = false;
      isDue = false;
      firstAt = 0;
      return due;
    },
    close(): void {
      clearTimeout(timer);
      clearInterval(sweep);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
