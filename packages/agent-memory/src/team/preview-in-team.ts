import type { ClaimId } from '@memora/core';
import type { Memory, NotePreview } from '@memora/engine';
import { parseNote } from '@memora/vault';
import { trustOfSource } from '../remember/decide-memory.ts';

/** Stands for a claim without an id. */
const NEW = 'new' as ClaimId;

/**
 * The expected relation of a note to the memory that it replaces; this rule is exact and depends on trust.
 * The worker computes all other relations, which are read after the publication.
 */
export async function previewInTeam(
  path: string,
  bytes: Uint8Array,
  claims: Pick<Memory['claims'], 'listClaims' | 'getClaims'>,
): Promise<NotePreview> {
  const note = parseNote(bytes, { path });
  const named = note.frontmatter.fields.get('supersedes');
  const ids = [named].flat().filter((id) => typeof id === 'string');
  const lists = await Promise.all(ids.map((noteId) => claims.listClaims({ noteId })));
  const found = await claims.getClaims(ids);
  const older = [...lists.flatMap((list) => list.claims), ...found.values()];
  const trust = trustOfSource(note.frontmatter.source ?? '');
  const conflicts = older.map((claim) => ({
    ...{ newer: NEW, older: claim.id, reason: 'replaced', until: null },
    resolution: claim.trust > trust ? ('contested' as const) : ('superseded' as const),
  }));
  const isContested = conflicts.some(({ resolution }) => resolution === 'contested');
  const status = isContested ? 'contested' : 'current';
  return {
    grounding: null,
    claims: conflicts.length === 0 ? [] : [{ id: NEW, trust, same: [], conflicts, status }],
  };
}
