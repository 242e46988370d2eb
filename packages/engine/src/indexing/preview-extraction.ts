import { type Claim, type IndexReport, indexVault, openClaimStore } from '@memora/claims';
import { MemoryError } from '../memory-error.ts';
import type { IndexPorts } from './index-memory.ts';
import { toPredicateSettings } from './to-predicate-settings.ts';

/** An extractor's result for one note. Secret claims are counted in the report and left out. */
export interface ExtractionPreview {
  readonly note: string;
  /** In file order, with the ids that indexing gives them. */
  readonly claims: readonly Claim[];
  readonly report: IndexReport;
}

/** Extracts one note into a store in memory, with the code that indexing uses. Throws `NOTE_NOT_FOUND`. */
export async function previewExtraction(
  note: string,
  { vault, config, extractor }: Pick<IndexPorts, 'vault' | 'config' | 'extractor'>,
): Promise<ExtractionPreview> {
  const path = note.replace(/^(?:\.\/)+/u, '');
  const chosen = await extractor();
  await using store = await openClaimStore({ path: ':memory:' });
  const report = await indexVault({
    vault,
    store,
    ...toPredicateSettings(config),
    defaultBand: config.privacy.defaultNotePrivacy,
    contradict: false,
    paths: [path],
    ...(chosen === null ? {} : { extractor: chosen }),
  });
  if (report.notes === 0) {
    throw new MemoryError('there is no such note in the vault', {
      code: 'NOTE_NOT_FOUND',
      hint: 'Give its path as `memora claims list` shows it: from the root of the vault, with slashes.',
    });
  }
  const { claims } = await store.listClaims();
  return { note: path, claims, report };
}
