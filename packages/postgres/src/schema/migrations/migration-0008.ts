/**
 * What claims name, to be found by the name: a link leads to a note of another scope for whoever sees both. By a stored digest, as terms
 * are. And when a scope was looked after last. Published: never edit it.
 */
export const MIGRATION_0008 = `
ALTER TABLE memora.reference ADD COLUMN digest text COLLATE "C" NOT NULL GENERATED ALWAYS AS (md5(name)) STORED;
CREATE INDEX reference_by_digest ON memora.reference (scope, digest, claim);
ALTER TABLE memora.scope ADD COLUMN upkeep jsonb NOT NULL DEFAULT '{}';
`;
