import { nearestName } from '@memora/language/text';
import type { OpenFactMemoryOptions } from './facts/fact-memory.ts';
import type { OpenMemoryOptions } from './memory.ts';
import { MemoryError } from './memory-error.ts';

type Names<Options> = Readonly<Record<keyof Options, true>>;

const OF_BOTH = {
  vault: true,
  loadConfig: true,
  model: true,
  judge: true,
  modelIsLocal: true,
  now: true,
  extractor: true,
  retriever: true,
  reranker: true,
  embedder: true,
  env: true,
} as const satisfies Names<OpenMemoryOptions>;
const OF_FACTS = { ...OF_BOTH, store: true, folder: true } as const satisfies Names<OpenFactMemoryOptions>;

/** Callers without types misspell options and leave out the vault. Throws `CONFIG_INVALID`, which names the option and the one that was meant. */
export function refuseUnknownOptions(options: unknown): void {
  const given = Object.keys(Object(options));
  const known = Object.keys(given.includes('store') ? OF_FACTS : OF_BOTH);
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, known);
    throw invalid(
      `openMemory has no option ${JSON.stringify(unknown.slice(0, 80))}`,
      near === null ? `Pass one of ${known.join(', ')}.` : `Did you mean ${near}?`,
    );
  }
  const { vault, store } = Object(options) as Partial<Record<'vault' | 'store', unknown>>;
  if (store === undefined && typeof vault !== 'string')
    throw invalid(
      'openMemory has no vault to open',
      "Name the folder of notes: openMemory({ vault: './notes' }).",
    );
}

function invalid(message: string, hint: string): MemoryError {
  return new MemoryError(message, { code: 'CONFIG_INVALID', hint });
}
