import type { RehearsedRequest } from '@memora/privacy';
import { inspectPlace, placeAt } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import type { MemoraConfig } from '../config/index.ts';
import type { Memory } from '../memory.ts';
import type { KeyPorts } from '../store/keys/settle-database.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import type { ErasePorts } from './erasing/erase-from-memory.ts';

/** The dependencies of auditing, erasing and backing up. */
interface PrivacyPorts extends Pick<ErasePorts, 'readNote' | 'write' | 'index'> {
  readonly vault: Vault;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: MemoraConfig;
  readonly store: StoreHandle;
  /** The keys of the vault, and the database under them. */
  readonly keys: KeyPorts;
  /** Called when claims are gone, before the result is returned. */
  readonly erased: () => Promise<void>;
  /** Replaces the database with a copy. */
  readonly restore: Memory['restore'];
  /** The same memory opened a second time, with an egress that shows requests instead of sending them. */
  readonly reopen: (tell: (request: RehearsedRequest) => void) => Promise<Memory>;
}

/** The privacy operations of a memory. The code of each is loaded on first use. */
export function createPrivacyActs(
  ports: PrivacyPorts,
): Pick<Memory, 'audit' | 'erase' | 'backup' | 'restore' | 'rotateKey'> {
  const { vault, env, config, store, readNote, write, index, reopen, erased } = ports;
  return {
    backup: async (target) => {
      const opened = await store.read();
      const { rememberWritten } = await import('./erasing/written-files.ts');
      // Recorded before the file exists, so that text that becomes secret is removed from it even if this process ends in between. A file of another owner is
      // refused.
      if (inspectPlace(placeAt(target)) === null) {
        const { keyring } = config.privacy.encryptDatabase ? await ports.keys.codec() : { keyring: null };
        const under = keyring === null ? {} : { keyId: keyring.keyId };
        await rememberWritten(vault.root, { kind: 'backup', path: target, ...under }, env);
      }
      await opened.backup(target);
    },
    rotateKey: async () => {
      const { rotateKey } = await import('../store/keys/rotate-key.ts');
      return rotateKey({ ...ports.keys, store, readNote, write, index });
    },
    restore: async (backup, asked) => {
      await store.close();
      return ports.restore(backup, asked);
    },
    erase: async (target, asked = {}) => {
      const { eraseFromMemory } = await import('./erasing/erase-from-memory.ts');
      const openBackup = (path: string) => store.openCopy(path);
      const report = await eraseFromMemory(target, asked, {
        vault,
        env,
        readNote,
        settings: { defaultBand: config.privacy.defaultNotePrivacy, detector: config.privacy.detector },
        store: store.write,
        write,
        index,
        openBackup,
      });
      if (!report.dryRun) await erased();
      return report;
    },
    audit: async ({ question, reveal = false } = {}) => {
      const { auditVault } = await import('./audit-vault.ts');
      const audit = await auditVault(vault, config, { reveal });
      if (question === undefined) return audit;
      const { rehearseQuestion } = await import('./egress/rehearse-question.ts');
      return { ...audit, rehearsal: await rehearseQuestion(question, reopen) };
    },
  };
}
