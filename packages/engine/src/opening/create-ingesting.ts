import type { Ingester } from '@memora/ingest';
import { userConfigDir } from '../config/user-config-dir.ts';
import type { Memory } from '../memory.ts';
import type { Session } from './open-session.ts';

/** Turns documents into notes and reports the results. The readers are loaded with the first document. */
export function createIngesting(
  { vault, config, env, guard }: Session,
  indexNotes: Memory['indexNotes'],
): Pick<Memory, 'ingest' | 'sources' | 'refreshSources' | 'removeSource'> & {
  readonly endReading: () => Promise<void>;
} {
  const opened = new Map<boolean, Promise<Ingester>>();
  const open = async (allowLocal: boolean): Promise<Ingester> => {
    const { openIngester } = await import('@memora/ingest');
    return openIngester(vault, {
      configDir: userConfigDir(env),
      send: async () => {
        const { openVaultEgress } = await import('../privacy/egress/open-vault-egress.ts');
        // An address from an untrusted source may not lead to this machine or its network.
        const reach = allowLocal ? 'any' : 'internet';
        return (await openVaultEgress({ root: vault.root, guard, config, env, reach })).fetch('fetch');
      },
    });
  };
  const ingester = ({ allowLocal = false }: { readonly allowLocal?: boolean }): Promise<Ingester> => {
    const known = opened.get(allowLocal) ?? open(allowLocal);
    opened.set(allowLocal, known);
    return known;
  };
  const ports = {
    ingester,
    index: (paths: readonly string[], signal?: AbortSignal) =>
      indexNotes(paths, signal === undefined ? {} : { signal }),
  };
  return {
    ingest: async function* (source, asked = {}) {
      const { ingestIntoMemory } = await import('../ingest/ingest-into-memory.ts');
      const kept = config.ingest.keepOriginals ? { keepOriginal: true } : {};
      yield* ingestIntoMemory(source, { ...kept, ...asked }, ports);
    },
    refreshSources: async function* (asked = {}) {
      const { refreshMemory } = await import('../ingest/ingest-into-memory.ts');
      yield* refreshMemory(asked, ports);
    },
    sources: async () => (await ingester({})).list(),
    removeSource: async (id, asked = {}) => {
      const removed = await (await ingester({})).remove(id, asked);
      if (removed !== null && asked.withNotes === true && asked.dryRun !== true)
        await ports.index(removed.notes);
      return removed;
    },
    endReading: async () => {
      for (const each of opened.values()) await (await each)[Symbol.asyncDispose]();
    },
  };
}
