import type { LedgerEntry } from '@memora/claims';
import { readShownPath } from '@memora/postgres';
import { MemoryError } from '../../memory-error.ts';
import { createReview, type ReviewPorts } from '../../upkeep/review/create-review.ts';
import type { LedgerWrite } from './create-team-writing.ts';
import type { DecideTeam, TeamWritten } from './team-writing.ts';

/** Decides about claims of a team: the same rules as for a memory on disk, with a ledger in the database. */
export function createTeamDecisions(
  ports: Omit<ReviewPorts, 'append' | 'index' | 'markClaims'>,
  append: (entry: Omit<LedgerEntry, 'line'>, asked: LedgerWrite) => Promise<TeamWritten>,
): DecideTeam {
  return async ({ verb, id, winner = '', reason }, asked = {}) => {
    let written: TeamWritten | undefined;
    const review = createReview({
      ...ports,
      index: async () => undefined,
      // The vault's key is not available here, so a claim is recognised by its id and its note.
      markClaims: async (_verb, ids) => {
        const known = await ports.claims.getClaims(ids);
        return ids.map((each) => {
          const path = known.get(each)?.notePath;
          return path === undefined
            ? null
            : { fingerprint: null, note: readShownPath(path).path, elsewhere: [] };
        });
      },
      append: async (entry) => {
        const known = await ports.claims.getClaims(entry.claimIds);
        const kinds = new Set([...known.values()].map(({ notePath }) => readShownPath(notePath).kind));
        const [scope = 'user'] = kinds;
        if (kinds.size > 1 || (scope !== 'user' && asked.scope !== scope))
          throw new MemoryError(
            kinds.size > 1 ? 'the claims are in several scopes' : `the claim is in the ${scope} scope`,
            {
              code: 'SCOPE_NOT_SAID',
              hint: `Pass scope: "${scope}" if that is what you mean; your role has to allow it.`,
            },
          );
        written = await append(entry, { ...asked, scope });
      },
    });
    if (verb === 'resolve') await review.resolve(id, winner, reason);
    else await review[verb](id, reason);
    return written as TeamWritten;
  };
}
