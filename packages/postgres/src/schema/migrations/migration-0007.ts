/**
 * The statistics of what was published, for the publication itself: only a function is new. Published: never edit it.
 */
export const MIGRATION_0007 = `
SELECT 1;
`;
