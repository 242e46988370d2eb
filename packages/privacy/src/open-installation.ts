import { createHmac, timingSafeEqual } from 'node:crypto';
import { join, resolve } from 'node:path';
import { configFolder } from './config-folder.ts';
import { openKeyFile } from './open-key-file.ts';

/**
 * What tells files that this user's installation wrote from files that came with a vault: a key in the user's config folder, outside
 * every vault, and marks under it.
 */
export interface Installation {
  /** The mark of a file: `what` names its kind, `content` what of it the mark stands for. */
  readonly mark: (what: string, content: string) => string;
  /** True where a mark is one of this installation for the same kind and content. */
  readonly isOurs: (what: string, content: string, mark: unknown) => boolean;
}

/** Opens the installation's key, `installation.key` in the user's config folder, and makes it where there is none. */
export async function openInstallation(configDir?: string): Promise<Installation> {
  const { key } = await openKeyFile(join(resolve(configDir ?? configFolder()), 'installation.key'));
  const digest = (what: string, content: string) =>
    createHmac('sha256', key).update(`memora:${what}:v1\0`).update(content).digest();
  return {
    mark: (what, content) => digest(what, content).toString('hex'),
    isOurs: (what, content, mark) => {
      if (typeof mark !== 'string' || !/^[0-9a-f]{64}$/.test(mark)) return false;
      return timingSafeEqual(digest(what, content), Buffer.from(mark, 'hex'));
    },
  };
}
