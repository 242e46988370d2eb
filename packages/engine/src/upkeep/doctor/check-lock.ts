import { readVaultLock } from '@memora/vault/internal';
import { type DoctorCheck, ok, warning } from './doctor-check.ts';

/** Checks whether a process watches the vault, and whether it is still alive. */
export async function checkLock(root: string): Promise<DoctorCheck> {
  const lock = await readVaultLock(root);
  if (lock === null) return ok('lock', 'nobody watches the vault');
  const { owner, isLive } = lock;
  if (isLive && owner !== null)
    return ok('lock', `watched by process ${owner.pid} on ${owner.host} since ${owner.since}`);
  return warning(
    'lock',
    'watch.lock is left over from a process that is gone',
    'Nothing needs to be done: the next `memora watch` takes it over.',
  );
}
