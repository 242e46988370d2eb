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

/** What a note that is not written yet would come to. */
export interface NotePreview {
  /** Of a memory that quotes a turn: what the turn makes of it. */
  readonly grounding: Grounding | null;
  /** Its claims that may be related, and what relating would conclude of each; none if nothing is indexed. */
  readonly claims: readonly PreviewedClaim[];
}

/** Says what relating would conclude of a note, if it stood at `path`. Writes nothing. */
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
