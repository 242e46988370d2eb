import { plainQueries } from '@memora/claims/queries';
import { claimQueries } from './claim-queries.ts';
import { memberQueries } from './member-queries.ts';
import { noteQueries } from './note-queries.ts';
import { sealQueries } from './seal-queries.ts';
import { setupQueries } from './setup-queries.ts';
import { stagedQueries } from './staged-queries.ts';

/** The typed queries over the tables of a team. `pnpm references` compiles them; at run time only their text is loaded. */
export const teamQueries = plainQueries({
  ...claimQueries,
  ...memberQueries,
  ...noteQueries,
  ...sealQueries,
  ...setupQueries,
  ...stagedQueries,
});
