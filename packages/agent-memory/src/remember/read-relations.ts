import type { Claim } from '@memora/claims';
import type { PreviewedClaim } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import type { SettledConflict } from '../admit/admit-memory.ts';

/** The relations that a statement would get, by memory and claim. */
export interface Relations {
  /** Current claims that say the same. */
  readonly same: readonly Claim[];
  readonly conflicts: readonly SettledConflict[];
}

/** Combines the relations of all claims of one statement. */
export async function readRelations(
  all: readonly PreviewedClaim[],
  memory: Pick<Memory, 'claims'>,
  isTurn: (path: string, claimId: string) => boolean,
): Promise<Relations> {
  const turns = all.flatMap(({ same }) => same);
  const said = turns.length === 0 ? new Map<string, Claim>() : await memory.claims.getClaims(turns);
  // A turn is evidence for a memory, not another memory of the same.
  const previews = all.map((preview) => ({
    ...preview,
    same: preview.same.filter((id) => !isTurn(said.get(id)?.notePath ?? '', id)),
  }));
  const others = previews.flatMap(({ same, conflicts, id }) => [
    ...same,
    ...conflicts.map(({ newer, older }) => (newer === id ? older : newer)),
  ]);
  if (others.length === 0) return { same: [], conflicts: [] };
  const claims = await memory.claims.getClaims(others);
  const isSaid = previews.every(({ same }) => same.some((id) => claims.get(id)?.status === 'current'));
  const same = isSaid
    ? previews.flatMap((preview) => preview.same.flatMap((id) => claims.get(id) ?? []))
    : [];
  return {
    same: same.filter(({ status }) => status === 'current'),
    conflicts: previews.flatMap((preview) => settle(preview, claims)),
  };
}

function settle(preview: PreviewedClaim, claims: ReadonlyMap<string, Claim>): SettledConflict[] {
  return preview.conflicts.flatMap(({ newer, older, resolution }): SettledConflict[] => {
    const other = claims.get(newer === preview.id ? older : newer);
    if (other === undefined) return [];
    const id = nameOf(other);
    const because =
      other.trust > preview.trust ? 'less_trusted' : other.validFrom === null ? 'undated' : 'disagrees';
    if (resolution === 'contested') return [{ id, outcome: 'contests', because }];
    if (resolution !== 'superseded') return [];
    return [{ id, outcome: newer === preview.id ? 'replaces' : 'is_older', because }];
  });
}

/** The name of a claim in a decision: the id of its memory, or its own id. */
export function nameOf({ notePath, noteId, id }: Claim): string {
  return isMemoryPath(notePath) ? noteId : id;
}
