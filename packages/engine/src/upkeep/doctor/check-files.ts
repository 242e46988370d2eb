import type { Stats } from 'node:fs';
import { inspectPlace, listFolder, memoraPlace, type Place, readPlainText } from '@memora/privacy/files';
import { type DoctorCheck, fault, list, ok, warning } from './doctor-check.ts';

/**
 * Files of `.memora/` with content that other users of the machine should not read. `config.toml` may be a
 * person's own file.
 */
const PRIVATE_FILES =
  /^(?:(?:memora|use)\.db(?:-wal|-shm)?|egress[\w.-]*\.jsonl|.*\.damaged-.*|[\w.-]*\.(?:json|html)|(?:vectors|challenger)(?:[\\/][^\\/]*)?)$/;

/** Checks who may read `.memora/`, and whether git would add it. */
export async function checkFiles(root: string): Promise<DoctorCheck[]> {
  const folder = memoraPlace(root);
  if (inspectOrNull(folder)?.isDirectory() !== true) return [];
  const open = findOpen(root);
  const ignored = readOrEmpty(memoraPlace(root, '.gitignore'));
  const checks: DoctorCheck[] = [];
  if (open.length > 0) {
    checks.push(
      fault(
        'files',
        `others on this machine may read ${list(open)}`,
        'Run `memora doctor --repair`, or chmod them.',
      ),
    );
  }
  const foreign = findForeign(root);
  if (foreign.length > 0) {
    checks.push(
      warning(
        'files',
        `another user of this machine owns ${list(foreign)} and can read its contents`,
        'Move .memora/ away and run `memora index`, or chown it to yourself.',
      ),
    );
  }
  if (!ignored.split('\n').some((line) => line.trim() === '*')) {
    checks.push(
      warning('files', 'git does not ignore .memora/', 'Run `memora doctor --repair`, or ignore the folder.'),
    );
  }
  return checks.length === 0 ? [ok('files', 'the files of .memora/ are yours alone')] : checks;
}

/** Names of files that others may read or write, `.` for the folder itself. Windows has no such modes. */
export function findOpen(root: string): string[] {
  if (process.platform === 'win32') return [];
  return findPrivate(root, ({ mode }) => (mode & 0o077) !== 0);
}

/** Names of files that belong to other users, who may read and change them whatever their mode. */
function findForeign(root: string): string[] {
  const own = process.getuid?.();
  return own === undefined ? [] : findPrivate(root, ({ uid }) => uid !== own);
}

function findPrivate(root: string, isMeant: (found: Stats) => boolean): string[] {
  const folder = memoraPlace(root);
  const names = namesBelow(folder).filter((name) => PRIVATE_FILES.test(name));
  return ['.', ...names].filter((name) => {
    const found = inspectOrNull(name === '.' ? folder : memoraPlace(root, name));
    return found !== null && !found.isSymbolicLink() && isMeant(found);
  });
}

/** Names of files and folders, with `/`, the nearest first. Links are not followed. */
function namesBelow(folder: Place, above = ''): string[] {
  const entries = listFolder(folder);
  const below = entries.flatMap((entry) =>
    entry.isDirectory()
      ? namesBelow({ ...folder, parts: [...folder.parts, entry.name] }, `${above}${entry.name}/`)
      : [],
  );
  return [...entries.map(({ name }) => `${above}${name}`), ...below];
}

function inspectOrNull(place: Place): ReturnType<typeof inspectPlace> {
  try {
    return inspectPlace(place);
  } catch {
    return null;
  }
}

function readOrEmpty(place: Place): string {
  try {
    return readPlainText(place) ?? '';
  } catch {
    return '';
  }
}
