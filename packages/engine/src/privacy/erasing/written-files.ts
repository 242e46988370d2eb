import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  appendToFile,
  inspectPlace,
  type Place,
  placeAt,
  placeIn,
  readPlainText,
  vaultName,
} from '@memora/privacy/files';
import { realFolder } from '../../config/load-config.ts';
import { userConfigDir } from '../../config/user-config-dir.ts';
import type { UncleanedBackup } from './uncleaned-backup.ts';

/** A file that Memora wrote at a person's request, and that may contain text of claims. */
export interface WrittenFile {
  readonly kind: 'backup' | 'report' | 'receipt';
  /** Absolute. */
  readonly path: string;
  /** The number of the key under which a backup is encrypted as a whole. */
  readonly keyId?: string;
  /** Why a backup could not be cleaned of text that became secret; undefined if it could. */
  readonly uncleaned?: UncleanedBackup;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The list is in the user's config folder and not in the vault: it names absolute paths, which are opened, cleaned and removed, and a vault from another person
 * may not name such a path.
 */
const listOf = (vaultRoot: string, env: Env): Place =>
  placeAt(join(userConfigDir(env), 'written', `${vaultName(vaultRoot)}.jsonl`));

/**
 * Records a file that was written for a person, so that an erasure or a change of bands finds it in
 * `.memora/`; or records its new state. Each file is recorded once. Throws `FILE_REFUSED` for a new one whose
 * path leads through a link of the vault.
 */
export async function rememberWritten(
  vaultRoot: string,
  file: WrittenFile,
  env: Env = process.env,
): Promise<void> {
  const wanted = resolve(file.path);
  const known = readWritten(vaultRoot, env).find((one) => one.path === wanted);
  if (known !== undefined && known.uncleaned?.code === file.uncleaned?.code && known.keyId === file.keyId)
    return;
  if (known === undefined) refuseLinksOfVault(vaultRoot, wanted);
  try {
    appendToFile(listOf(vaultRoot, env), `${JSON.stringify({ ...file, path: wanted })}\n`, {
      onOwnLine: true,
    });
  } catch (error) {
    // If nothing can be written, nothing can be erased either, so the page is not refused.
    if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const UNWRITABLE = new Set(['EACCES', 'ENOTDIR', 'EPERM', 'EROFS']);

/** The recorded files, each once and in its last state, in the order in which they were first written. */
export function readWritten(vaultRoot: string, env: Env): WrittenFile[] {
  const text = readPlainText(listOf(vaultRoot, env)) ?? '';
  const byPath = new Map<string, WrittenFile>();
  for (const line of text.split('\n')) {
    const file = parseLine(line);
    if (file !== null) byPath.set(file.path, file);
  }
  return [...byPath.values()];
}

/** A line that a crash truncated is skipped. */
function parseLine(line: string): WrittenFile | null {
  try {
    const { kind, path, keyId, uncleaned } = JSON.parse(line) as Partial<WrittenFile>;
    if (kind === undefined || path === undefined) return null;
    return {
      kind,
      path,
      ...(keyId === undefined ? {} : { keyId }),
      ...(uncleaned === undefined ? {} : { uncleaned }),
    };
  } catch {
    return null;
  }
}

/**
 * A link in a path that a person typed belongs to the person, unless it is in the vault: then it may have
 * come with the vault.
 */
function refuseLinksOfVault(vaultRoot: string, path: string): void {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (realFolder(folder) !== vaultRoot) continue;
    inspectPlace(placeIn(vaultRoot, ...relative(folder, path).split(sep)));
    return;
  }
}
