/**
 * The statistics of what was published, for the publication itself, by a new function; and the links to a note and the claims that were
 * forgotten, which were looked for in all of them. Published: never edit it.
 */
export const MIGRATION_0007 = `
CREATE INDEX stated_edge_by_named ON memora.stated_edge (scope, named);
CREATE INDEX claim_forgotten ON memora.claim (scope, key) WHERE recorded_until IS NULL AND status = 4;
`;
