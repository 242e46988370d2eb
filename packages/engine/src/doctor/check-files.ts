import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DoctorCheck, fault, list, ok, warning } from './doctor-check.ts';

/** Files of `.memora/` that hold more than other users of the machine should read; `config.toml` may be a person's own file. */
export const PRIVATE_FILES =
  /^(?:(?:memora|use)\.db(?:-wal|-shm)?|egress[\w.-]*\.jsonl|.*\.damaged-.*|[\w.-]*\.(?:json|html)|(?:vectors|challenger)(?:[\\/][^\\/]*)?)$/;

/** What of `.memora/` is wrong: who may read it, and whether git would take it along. */
export async function checkFiles(root: string): Promise<DoctorCheck[]> {
  const folder = join(root, '.memora');
  const names = await readdir(folder, { recursive: true }).catch(() => null);
  if (names === null) return [];
  const open = await findOpen(folder, names);
  const ignored = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
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
  if (!ignored.split('\n').some((line) => line.trim() === '*')) {
    checks.push(
      warning(
        'files',
        'git would take .memora/ along',
        'Run `memora doctor --repair`, or ignore the folder.',
      ),
    );
  }
  return checks.length === 0 ? [ok('files', 'the files of .memora/ are yours alone')] : checks;
}

/** Names of what others may read or write, `.` for the folder itself. Windows has no such modes. */
export async function findOpen(folder: string, names: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const candidates = ['.', ...names.filter((name) => PRIVATE_FILES.test(name))];
  const modes = await Promise.all(
    candidates.map((name) =>
      stat(join(folder, name)).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return candidates.filter((_, i) => ((modes[i] ?? 0) & 0o077) !== 0);
}
