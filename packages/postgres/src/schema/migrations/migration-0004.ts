/**
 * A write that a caller repeats under its key is found again, and what was audited is read by time. Published: never edit it.
 */
export const MIGRATION_0004 = `
ALTER TABLE memora.version ADD COLUMN call bytea, ADD COLUMN call_print bytea;
CREATE UNIQUE INDEX version_by_call ON memora.version (scope, author, call) WHERE call IS NOT NULL;
CREATE INDEX audit_by_time ON memora.audit (workspace, at, sequence);
`;
