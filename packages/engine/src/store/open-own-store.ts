import type { ClaimIndex } from '@memora/claims';
import { type Lazy, lazily } from '../concurrency/lazily.ts';
import type { MemoraConfig } from '../config/index.ts';
import { type OpenedCodec, openCodec } from './open-codec.ts';
import { openDriver } from './open-driver.ts';
import { openOwnInstallation } from './open-own-installation.ts';
import { createOwnDatabase } from './own-database.ts';
import { resolveIndexPath } from './resolve-index-path.ts';
import { createStoreHandle } from './store-handle.ts';

/** The database of a vault, its keys, and the marks of its owner. Each is opened on first use. */
export function openOwnStore(
  root: string,
  config: MemoraConfig,
  env: Readonly<Record<string, string | undefined>>,
  vectors: () => Promise<ClaimIndex>,
) {
  const path = resolveIndexPath(root, env);
  const codec: Lazy<OpenedCodec> = lazily(() =>
    openCodec(root, env, async (next) => (await import('./keys/open-driver-of.ts')).isUnderKey(path, next)),
  );
  const { encryptDatabase } = config.privacy;
  const driver = (at: string) => openDriver(at, encryptDatabase, codec);
  const keys = { root, env, path, isEncrypted: encryptDatabase, codec };
  const settle = async (alone: () => Promise<void>) => {
    const { settleDatabase } = await import('./keys/settle-database.ts');
    return settleDatabase(keys, alone);
  };
  const installation = lazily(() => openOwnInstallation(env['MEMORA_CONFIG_DIR']));
  const own = createOwnDatabase(installation);
  const store = createStoreHandle({
    path,
    vault: root,
    own,
    codec: async () => (await codec()).codec,
    driver,
    settle,
    indexes: async () => {
      // Loaded on demand, because it includes the stemmers of every language.
      const { createLexicalIndex } = await import('./create-lexical-index.ts');
      return [createLexicalIndex(), await vectors()];
    },
  });
  const restore = async (backup: string, asked: { readonly unknown?: boolean } = {}) => {
    const { restoreOwn } = await import('./restore-own.ts');
    const { requireKeyOf } = await import('./keys/require-key-of.ts');
    await requireKeyOf(backup, keys);
    return restoreOwn(backup, {
      path,
      own,
      driver: await driver(path),
      backupDriver: await driver(backup),
      ...asked,
    });
  };
  return { path, codec, keys, installation, own, store, restore };
}
