import { extractOffline } from '@memora/claims';
import {
  type Grounding,
  groundMemory,
  type PreviewedClaim,
  readForPreview,
  readLedger,
  previewNote as relate,
  toLedgerDecisions,
  toPredicates,
} from '@memora/claims/internal';
import type { IndexPorts } from './index-memory.ts';
import { toPredicateSettings } from './to-predicate-settings.ts';

/** The expected result of indexing a note that is not written yet. */
export interface NotePreview {
  /** For a memory with a quoted turn: how the turn affects it. */
  readonly grounding: Grounding | null;
  /** Its claims that may be related, and the expected relations of each; empty if nothing is indexed. */
  readonly claims: readonly PreviewedClaim[];
}

/** Returns the relations that a note at `path` would have. Writes nothing. */
export async function previewNote(
  path: string,
  bytes: Uint8Array,
  { vault, config, store }: Pick<IndexPorts, 'vault' | 'config' | 'store'>,
): Promise<NotePreview> {
  const defaultBand = config.privacy.defaultNotePrivacy;
  const { note, extraction } = readForPreview(path, bytes, defaultBand);
  const opened = (await store.exists()) ? await store.write() : null;
  const { codec } = opened ?? {};
  const grounding = await groundMemory(note, bytes, {
    readNote: (other) => vault.readNote(other),
    extract: extractOffline,
    defaultBand,
    codec,
  });
  if (opened === null) return { grounding, claims: [] };
  const { entries } = await readLedger(vault.root);
  const replaces = note.frontmatter.fields.get('supersedes');
  const claims = relate(opened.database, note, bytes, extraction, {
    decisions: toLedgerDecisions(entries),
    predicates: toPredicates(toPredicateSettings(config)),
    codec,
    grounding,
    ...(typeof replaces === 'string' && { replaces }),
  });
  return { grounding, claims };
}
