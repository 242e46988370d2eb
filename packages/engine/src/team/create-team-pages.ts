import type { ClaimReader } from '@memora/claims';
import type { ClaimLookup } from '@memora/validator';
import type { Memory } from '../memory.ts';
import type { MemoryReview } from '../upkeep/review/memory-review.ts';
import { readVaultFacts } from '../upkeep/review/vault-facts.ts';
import type { TeamSession } from './team-session.ts';

/** The dependencies of showing pages of a shared memory. */
interface TeamPagePorts extends Pick<TeamSession, 'settings' | 'readNote'> {
  readonly claims: ClaimReader;
  readonly review: MemoryReview;
  readonly challenge: Memory['challenge'];
  readonly citable: ClaimLookup;
}

/** The overviews of the notes that a member may see, in their current state. Nothing is written. */
export function createTeamPages(ports: TeamPagePorts): Pick<Memory, 'worldMap' | 'atlas'> {
  const { settings, readNote, claims, review, challenge, citable } = ports;
  const { conversations } = settings.config.retrieval;
  const previewing = {
    pagesRoot: '',
    claims: citable,
    readNote,
    readFacts: () => readVaultFacts({ claims, review, conversations }),
    challenge: async () => (await challenge()).items,
  };
  return {
    worldMap: async () => {
      const { previewWorldMap } = await import('../upkeep/consolidate/preview-pages.ts');
      return previewWorldMap(previewing);
    },
    atlas: async (region) => {
      const { previewAtlas } = await import('../upkeep/consolidate/preview-pages.ts');
      return previewAtlas(region, previewing);
    },
  };
}
