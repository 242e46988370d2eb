/**
 * The statements of a question stand as functions, whose plans a connection keeps: nothing else is another. Published: never edit it.
 */
export const MIGRATION_0009 = `
SELECT 1;
`;
