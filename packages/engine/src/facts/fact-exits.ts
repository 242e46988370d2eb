import type { LoadedConfig } from '../config/index.ts';
import { openGuardedModels } from '../models/open-guarded-models.ts';
import type { VaultSecretsPorts } from '../privacy/egress/read-vault-secrets.ts';
import { guardEmbedder } from '../vectors/guard-embedder.ts';
import type { OpenFactMemoryOptions } from './fact-memory.ts';

interface FactExitOptions
  extends Pick<OpenFactMemoryOptions, 'model' | 'modelIsLocal' | 'judge' | 'embedder' | 'folder'> {
  /** The facts with hidden parts that were read. */
  readonly hidden: VaultSecretsPorts['vault'];
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens the egress of a memory of facts. The guard knows the hidden text of the facts that were read: no other fact can be sent. */
export function openFactExits({ hidden, settings, env, folder, ...own }: FactExitOptions) {
  const hint = 'Pass openMemory a folder in addition to the store.';
  const { guard, model, judge } = openGuardedModels({ hidden, settings, env, folder, hint, own });
  const embedder = own.embedder == null ? null : guardEmbedder(own.embedder, guard);
  return { guard, model, judge, embedder };
}
