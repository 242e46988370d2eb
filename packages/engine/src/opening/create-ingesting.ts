import type { BoundedReader } from '@memora/ingest';
import type { Memory } from '../memory.ts';
import type { Session } from './open-session.ts';

/** Documents into notes, and how that ends. What reads them is loaded when the first is read. */
export function createIngesting(
  { vault, config, env, guard, now }: Session,
  indexNotes: Memory['indexNotes'],
): Pick<Memory, 'ingest'> & { readonly endReading: () => Promise<void> } {
  let reader: BoundedReader | null = null;
  return {
    ingest: async function* (source, asked = {}) {
      const [{ ingestIntoMemory }, { createBoundedReader }] = await Promise.all([
        import('../ingest/ingest-into-memory.ts'),
        import('@memora/ingest'),
      ]);
      yield* ingestIntoMemory(source, asked, {
        vault,
        now,
        reader: () => {
          reader ??= createBoundedReader();
          return reader;
        },
        send: async () => {
          const { openVaultEgress } = await import('../privacy/egress/open-vault-egress.ts');
          // Whoever wrote the address, what it leads to is not to be this machine or its network.
          const egress = await openVaultEgress({ root: vault.root, guard, config, env, reach: 'internet' });
          return egress.fetch('fetch');
        },
        index: (paths, signal) => indexNotes(paths, signal === undefined ? {} : { signal }),
      });
    },
    endReading: async () => {
      await reader?.[Symbol.asyncDispose]();
    },
  };
}
