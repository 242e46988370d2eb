/**
 * Identity that depends on the notes alone: what each note claims to be called, the ids that claims had before, and the places that
 * the ledger's entries speak of. Every note is read again once, because it is not known what it claims. See docs/schema.md.
 */
export const MIGRATION_0003 = `
ALTER TABLE note ADD COLUMN declared_id TEXT;
ALTER TABLE note ADD COLUMN declares INTEGER NOT NULL DEFAULT 0;
UPDATE note SET mtime = -1, hash = x'' WHERE gone_at IS NULL AND type IS NOT 'derived';

CREATE TABLE former_id (
  id TEXT PRIMARY KEY,
  claim INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX former_id_by_claim ON former_id (claim);

CREATE TABLE ledger_match (
  note INTEGER NOT NULL,
  claim TEXT NOT NULL,
  target TEXT NOT NULL,
  PRIMARY KEY (note, claim, target)
) WITHOUT ROWID, STRICT;
CREATE INDEX ledger_match_by_target ON ledger_match (target);
`;
