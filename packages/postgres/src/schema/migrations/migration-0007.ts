/**
 * The statistics of what was published, for the publication itself, by a new function; and the links to a note, which were looked for in all of
 * them. Published: never edit it.
 */
export const MIGRATION_0007 = `
CREATE INDEX stated_edge_by_named ON memora.stated_edge (scope, named);
`;
