import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Vault } from '@memora/vault';
import type { FailedNote, KnownNote } from '../store/index-run.ts';

/** A note file to look at. */
export interface FoundNote {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The differences between the vault and the store. */
export interface VaultSurvey {
  /** Notes to read: new ones, and those whose size or time differ or can't be trusted. */
  readonly suspects: readonly FoundNote[];
  readonly unchanged: number;
  readonly failures: readonly FailedNote[];
  /** Known notes that no longer exist. */
  readonly vanished: readonly string[];
}

interface SurveyOptions {
  readonly vault: Vault;
  readonly known: ReadonlyMap<string, KnownNote>;
  /** Looks only at these instead of walking the vault. */
  readonly paths?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Removes temporary files of a killed process. */
  readonly removeLeftovers?: boolean | undefined;
  /** True for a note that must be read although its file is unchanged. */
  readonly isDue: (known: KnownNote) => boolean;
  readonly onFound?: (path: string, count: number) => void;
}

/** Sorts the notes of a vault into unchanged (one `stat` each), suspect, unreadable and vanished. */
export async function surveyVault(options: SurveyOptions): Promise<VaultSurvey> {
  const { vault, known } = options;
  const suspects: FoundNote[] = [];
  const failures: { path: string; code: string; reason: string }[] = [];
  const seen = new Set<string>();
  let unchanged = 0;
  const entries =
    options.paths === undefined ? vault.scan(scanOptions(options)) : statPaths(vault, options.paths);
  for await (const entry of entries) {
    seen.add(entry.path);
    if (entry.error !== undefined) {
      failures.push({ path: entry.path, code: entry.error.code, reason: entry.error.reason });
      continue;
    }
    options.onFound?.(entry.path, seen.size);
    const old = known.get(entry.path);
    if (old === undefined || isSuspect(old, entry) || options.isDue(old)) suspects.push(entry);
    else unchanged++;
  }
  const isHidden = hiddenBy(failures);
  const missing = options.paths ?? [...known.keys()];
  const vanished = missing.filter((path) => known.has(path) && !seen.has(path) && !isHidden(path));
  return { suspects, unchanged, failures, vanished };
}

/** True for paths in a folder that could not be listed: they may or may not exist. */
export function hiddenBy(failures: readonly Pick<FailedNote, 'path'>[]): (path: string) => boolean {
  const unreadable = failures.map(({ path }) => (path === '.' ? '' : `${path}/`));
  return (path) => unreadable.some((folder) => path.startsWith(folder));
}

type Entry =
  | (FoundNote & { readonly error?: undefined })
  | { readonly path: string; readonly error: { readonly code: string; readonly reason: string } };

function scanOptions(options: SurveyOptions) {
  return {
    known: options.known,
    removeLeftovers: options.removeLeftovers === true,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Yields the existing files among these paths, in their current state. */
export async function* statPaths(vault: Vault, paths: readonly string[]): AsyncGenerator<Entry> {
  for (const path of paths) {
    if (isLeftOut(vault, path)) continue;
    try {
      const stats = lstatSync(join(vault.root, path));
      if (stats.isFile()) yield { path, size: stats.size, mtimeMs: stats.mtimeMs };
    } catch (error) {
      const code = String((error as { code?: unknown }).code);
      if (code === 'ENOENT' || code === 'ENOTDIR') continue;
      yield { path, error: { code: 'SCAN_UNREADABLE', reason: `The system refused to read it (${code}).` } };
    }
  }
}

/** True if a scan would skip the file, because of its own name or that of a parent folder. */
function isLeftOut(vault: Vault, path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    if (vault.filter.skipsFolder(path.slice(0, at)) !== null) return true;
  }
  return vault.filter.skipsFile(path) !== null;
}

/**
 * True if a file was written within the clock resolution of its indexing: it may have changed again in the same tick, so its bytes are compared. Whole-second
 * times come from file systems with a resolution of 2 s.
 */
function isSuspect(known: KnownNote, found: FoundNote): boolean {
  if (known.size !== found.size || known.mtimeMs !== found.mtimeMs) return true;
  const grain = found.mtimeMs % 1000 === 0 ? 2000 : 20;
  return found.mtimeMs > known.indexedAt - grain;
}
