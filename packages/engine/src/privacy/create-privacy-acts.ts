import type { RehearsedRequest } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import type { MemoraConfig } from '../config/index.ts';
import type { Memory } from '../memory.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import type { ErasePorts } from './erase-from-memory.ts';

/** What auditing, erasing and backing up need of an open memory. */
export interface PrivacyPorts extends Pick<ErasePorts, 'readNote' | 'write' | 'index'> {
  readonly vault: Vault;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: MemoraConfig;
  readonly store: StoreHandle;
  /** Called when claims are gone, before anybody is told. */
  readonly erased: () => Promise<void>;
  /** Puts a copy in the place of the database. */
  readonly restore: Memory['restore'];
  /** The same memory once more, with a door that shows requests instead of sending them. */
  readonly reopen: (tell: (request: RehearsedRequest) => void) => Promise<Memory>;
}

/** What a memory does for a person's privacy. The code of each is loaded when it is asked for. */
export function createPrivacyActs(
  ports: PrivacyPorts,
): Pick<Memory, 'audit' | 'erase' | 'backup' | 'restore'> {
  const { vault, env, config, store, readNote, write, index, reopen, erased } = ports;
  return {
    backup: async (target) => {
      await (await store.read()).backup(target);
      const { rememberWritten } = await import('./written-files.ts');
      await rememberWritten(vault.root, { kind: 'backup', path: target }, env);
    },
    restore: async (backup, asked) => {
      await store.close();
      return ports.restore(backup, asked);
    },
    erase: async (target, asked = {}) => {
      const { eraseFromMemory } = await import('./erase-from-memory.ts');
      const openBackup = (path: string) => store.openCopy(path);
      const report = await eraseFromMemory(target, asked, {
        vault,
        env,
        readNote,
        store: store.write,
        write,
        index,
        openBackup,
      });
      if (!report.dryRun) await erased();
      return report;
    },
    audit: async ({ question } = {}) => {
      const { auditVault } = await import('./audit-vault.ts');
      const audit = await auditVault(vault, config);
      if (question === undefined) return audit;
      const { rehearseQuestion } = await import('./rehearse-question.ts');
      return { ...audit, rehearsal: await rehearseQuestion(question, reopen) };
    },
  };
}
