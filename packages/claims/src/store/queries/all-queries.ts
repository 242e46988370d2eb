import { changeQueries } from './changes/change-queries.ts';
import { checkQueries } from './changes/check-queries.ts';
import { claimQueries } from './changes/claim-queries.ts';
import { conflictQueries } from './changes/conflict-queries.ts';
import { edgeQueries } from './changes/edge-queries.ts';
import { eraseQueries } from './changes/erase-queries.ts';
import { noteQueries } from './changes/note-queries.ts';
import { relatingQueries } from './changes/relating-queries.ts';
import { secretQueries } from './changes/secret-queries.ts';
import { countQueries } from './lists/count-queries.ts';
import { entityQueries } from './lists/entity-queries.ts';
import { graphQueries } from './lists/graph-queries.ts';
import { joinedQueries } from './lists/joined-queries.ts';
import { listQueries } from './lists/list-queries.ts';
import { pageQueries } from './lists/page-queries.ts';
import { storeQueries } from './lists/store-queries.ts';
import { systemQueries } from './lists/system-queries.ts';

/** The typed queries of the store. `pnpm references` compiles them; at run time only their text is loaded. */
export const allQueries = {
  ...noteQueries,
  ...claimQueries,
  ...edgeQueries,
  ...relatingQueries,
  ...entityQueries,
  ...eraseQueries,
  ...listQueries,
  ...pageQueries,
  ...storeQueries,
  ...changeQueries,
  ...checkQueries,
  ...conflictQueries,
  ...countQueries,
  ...graphQueries,
  ...joinedQueries,
  ...secretQueries,
  ...systemQueries,
} as const;
