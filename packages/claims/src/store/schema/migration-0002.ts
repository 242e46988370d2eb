/**
 * What relating claims needs: what each claim says in comparable form, the keys under which others are found, which claims are
 * still to be related, when supersession ends a claim, and the chain over the changelog. See docs/schema.md.
 */
export const MIGRATION_0002 = `
ALTER TABLE claim ADD COLUMN superseded_at TEXT;
CREATE INDEX claim_due ON claim (superseded_at) WHERE superseded_at IS NOT NULL AND status <> 1;
CREATE INDEX edge_dependency ON edge (type, source) WHERE type IN (3, 7);
CREATE INDEX note_derived ON note (key) WHERE type = 'derived';
CREATE INDEX claim_sealed ON claim (key) WHERE sealed IS NOT NULL;
CREATE INDEX claim_contested ON claim (note) WHERE status = 3 AND recorded_until IS NULL;
CREATE INDEX edge_ended ON edge (recorded_until) WHERE recorded_until IS NOT NULL;
CREATE INDEX claim_stale ON claim (key) WHERE status = 2;
CREATE INDEX claim_forgotten ON claim (key) WHERE status = 4 AND recorded_until IS NULL;
ALTER TABLE changelog ADD COLUMN hash BLOB;
CREATE INDEX changelog_unchained ON changelog (sequence) WHERE hash IS NULL;

CREATE TABLE frame (
  claim INTEGER PRIMARY KEY,
  entity TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX frame_by_entity ON frame (entity);

CREATE TABLE frame_key (
  key INTEGER NOT NULL,
  claim INTEGER NOT NULL,
  PRIMARY KEY (key, claim)
) WITHOUT ROWID, STRICT;
CREATE INDEX frame_key_by_claim ON frame_key (claim);

CREATE TABLE verdict (
  pair INTEGER NOT NULL,
  judge TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT,
  single INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (pair, judge)
) WITHOUT ROWID, STRICT;

CREATE TABLE past_validity (
  claim INTEGER NOT NULL,
  known_until INTEGER NOT NULL,
  valid_from TEXT,
  valid_until TEXT,
  precision INTEGER NOT NULL,
  PRIMARY KEY (claim, known_until)
) WITHOUT ROWID, STRICT;

CREATE TABLE reference (
  claim INTEGER NOT NULL,
  name TEXT NOT NULL,
  type INTEGER NOT NULL,
  outgoing INTEGER NOT NULL,
  PRIMARY KEY (claim, name)
) WITHOUT ROWID, STRICT;
CREATE INDEX reference_by_name ON reference (name);

CREATE TABLE stated_edge (
  claim INTEGER NOT NULL,
  source INTEGER NOT NULL,
  type INTEGER NOT NULL,
  target INTEGER NOT NULL,
  named INTEGER NOT NULL,
  PRIMARY KEY (claim, source, type, target)
) WITHOUT ROWID, STRICT;
CREATE INDEX stated_edge_by_edge ON stated_edge (source, type, target);
CREATE INDEX stated_edge_by_target ON stated_edge (target);
CREATE INDEX stated_edge_by_named ON stated_edge (named);

CREATE TABLE entity_name (
  name TEXT NOT NULL,
  note INTEGER NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (name, note)
) WITHOUT ROWID, STRICT;
CREATE INDEX entity_name_by_note ON entity_name (note);

CREATE TABLE renamed (
  note INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE changed_name (
  name INTEGER PRIMARY KEY
) STRICT;
CREATE TRIGGER alias_added AFTER INSERT ON alias BEGIN
  INSERT OR IGNORE INTO renamed (note) VALUES (new.note);
  INSERT OR IGNORE INTO changed_name (name) VALUES (new.name);
END;
CREATE TRIGGER alias_removed AFTER DELETE ON alias BEGIN
  INSERT OR IGNORE INTO renamed (note) VALUES (old.note);
  INSERT OR IGNORE INTO changed_name (name) VALUES (old.name);
END;

CREATE TABLE unrelated (
  claim INTEGER PRIMARY KEY
) STRICT;
`;
