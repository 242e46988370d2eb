/**
 * The passages of a band, for questions that ask for few of them: those of other bands were read one by one until enough were found. Published: never edit it.
 */
export const MIGRATION_0011 = `
CREATE INDEX lexical_passages_by_band ON memora.lexical_passages (scope, band, key);
`;
