import { describeUncleaned, isGone } from '../../privacy/erasing/uncleaned-backup.ts';
import { readWritten } from '../../privacy/erasing/written-files.ts';
import { type DoctorCheck, warning } from './doctor-check.ts';

/** Checks for backups that still exist and contain text that has become secret. */
export async function checkBackups(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DoctorCheck[]> {
  const checks: DoctorCheck[] = [];
  for (const { path, uncleaned } of readWritten(root, env)) {
    if (uncleaned !== undefined && !isGone(path))
      checks.push(warning('backups', describeUncleaned(uncleaned), uncleaned.remedy));
  }
  return checks;
}
