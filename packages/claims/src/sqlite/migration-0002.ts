/**
 * What relating claims needs: what each claim says in comparable form, the keys under which others are found, which claims are
 * still to be related, when supersession ends a claim, and the chain over the changelog. See docs/schema.md.
 */
export const MIGRATION_0002 = `
ALTER TABLE claim ADD COLUMN superseded_at TEXT;
ALTER TABLE changelog ADD COLUMN hash BLOB;
CREATE INDEX changelog_unchained ON changelog (sequence) WHERE hash IS NULL;

CREATE TABLE frame (
  claim INTEGER PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE frame_key (
  key INTEGER NOT NULL,
  claim INTEGER NOT NULL,
  PRIMARY KEY (key, claim)
) WITHOUT ROWID, STRICT;
CREATE INDEX frame_key_by_claim ON frame_key (claim);

CREATE TABLE past_validity (
  claim INTEGER NOT NULL,
  known_until INTEGER NOT NULL,
  valid_from TEXT,
  valid_until TEXT,
  precision INTEGER NOT NULL,
  PRIMARY KEY (claim, known_until)
) WITHOUT ROWID, STRICT;

CREATE TABLE dependency (
  claim INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (claim, name)
) WITHOUT ROWID, STRICT;
CREATE INDEX dependency_by_name ON dependency (name);

CREATE TABLE unrelated (
  claim INTEGER PRIMARY KEY
) STRICT;
`;
