import { feedbackQueries } from './feedback-queries.ts';
import { lexicalQueries } from './lexical-queries.ts';
import { vectorQueries } from './vector-queries.ts';

/** The typed queries of the indexes and of feedback. `pnpm references` compiles them; at run time only their text is loaded. */
export const retrievalQueries = { ...feedbackQueries, ...lexicalQueries, ...vectorQueries } as const;
