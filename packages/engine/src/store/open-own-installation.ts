import { MemoraError } from '@memora/core';
import { type Installation, openInstallation } from '@memora/privacy/installation';

const NO_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENOENT']);

/** The key that marks the files of this installation; null if the user has no folder for it. */
export async function openOwnInstallation(configDir: string | undefined): Promise<Installation | null> {
  try {
    return await openInstallation(configDir === undefined || configDir === '' ? undefined : configDir);
  } catch (error) {
    const { code } = error as { code?: string };
    if (!MemoraError.isInstance(error) && !NO_PLACE.has(code ?? '')) throw error;
    return null;
  }
}
