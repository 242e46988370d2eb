/**
 * Which scopes are due, in a database that was restored elsewhere too: only a function is another. Published: never edit it.
 */
export const MIGRATION_0006 = `
SELECT 1;
`;
