import type { LeakGuard } from '@memora/privacy';
import type { Embedder } from '@memora/retrieval';

/**
 * A caller's embedder behind the guard, unless it runs on this machine: texts of notes are scanned before it
 * receives them.
 */
export function guardEmbedder(embedder: Embedder, guard: LeakGuard): Embedder {
  if (embedder.place === 'loopback') return embedder;
  return {
    ...embedder,
    embed: async (texts, options) => {
      // A question is a person's own typed text.
      if (options.role === 'document') await guard.check(texts);
      return embedder.embed(texts, options);
    },
  };
}
