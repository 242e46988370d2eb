/**
 * The first schema. Every row that is written by the thousand has an integer key; texts that repeat (subjects,
 * predicates, heading paths, extractors) are interned in `term`; fingerprints are 32-byte blobs. Indexes of few rows keep a reader from
 * looking at all of them. See docs/schema.md.
 */
export const MIGRATION_0001 = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value ANY
) WITHOUT ROWID, STRICT;

CREATE TABLE term (
  key INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE topic (
  key INTEGER PRIMARY KEY,
  subject INTEGER NOT NULL,
  predicate INTEGER NOT NULL,
  UNIQUE (subject, predicate)
) STRICT;

CREATE TABLE note (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  note_id TEXT NOT NULL,
  title TEXT NOT NULL,
  region TEXT NOT NULL,
  band INTEGER NOT NULL,
  type TEXT,
  status TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  hash BLOB NOT NULL,
  first_seen INTEGER NOT NULL,
  indexed_at INTEGER NOT NULL,
  extractor INTEGER NOT NULL,
  pending INTEGER NOT NULL DEFAULT 0,
  segments INTEGER NOT NULL,
  gated TEXT NOT NULL,
  gone_at INTEGER,
  declared_id TEXT,
  declares INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX note_by_path ON note (path) WHERE gone_at IS NULL;
CREATE UNIQUE INDEX note_by_id ON note (note_id) WHERE gone_at IS NULL;
CREATE INDEX note_gone ON note (path) WHERE gone_at IS NOT NULL;
CREATE INDEX note_derived ON note (key) WHERE type = 'derived';
CREATE INDEX note_archived ON note (key) WHERE gone_at IS NULL AND status = 'archived';

CREATE TABLE alias (
  name INTEGER NOT NULL,
  note INTEGER NOT NULL,
  PRIMARY KEY (name, note)
) WITHOUT ROWID, STRICT;
CREATE INDEX alias_by_note ON alias (note);

CREATE TABLE claim (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  note INTEGER NOT NULL,
  topic INTEGER,
  subject INTEGER,
  predicate INTEGER,
  object TEXT,
  inherited INTEGER NOT NULL,
  heading INTEGER,
  extractor INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  assertion INTEGER NOT NULL,
  status INTEGER NOT NULL,
  band INTEGER NOT NULL,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  fingerprint BLOB NOT NULL,
  segment BLOB,
  segment_offset INTEGER,
  valid_from TEXT,
  valid_until TEXT,
  precision INTEGER NOT NULL,
  recorded_from INTEGER NOT NULL,
  recorded_until INTEGER,
  confidence REAL NOT NULL,
  trust REAL NOT NULL,
  said INTEGER,
  duplicate_of INTEGER,
  predecessor INTEGER,
  context INTEGER NOT NULL,
  metadata TEXT,
  sealed BLOB,
  superseded_at TEXT
) STRICT;
CREATE UNIQUE INDEX claim_by_id ON claim (id);
CREATE INDEX claim_by_note ON claim (note);
CREATE INDEX claim_by_topic ON claim (topic);
CREATE INDEX claim_by_said ON claim (said);
CREATE INDEX claim_by_original ON claim (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX claim_by_retirement ON claim (recorded_until) WHERE recorded_until IS NOT NULL;
CREATE INDEX claim_due ON claim (superseded_at) WHERE superseded_at IS NOT NULL AND status <> 1;
CREATE INDEX claim_sealed ON claim (key) WHERE sealed IS NOT NULL;
CREATE INDEX claim_contested ON claim (note) WHERE status = 3 AND recorded_until IS NULL;
CREATE INDEX claim_stale ON claim (key) WHERE status = 2;
CREATE INDEX claim_forgotten ON claim (key) WHERE status = 4 AND recorded_until IS NULL;
CREATE INDEX claim_secret ON claim (key) WHERE band = 2;

CREATE TABLE lapse (
  claim INTEGER NOT NULL,
  gone_from INTEGER NOT NULL,
  gone_until INTEGER NOT NULL,
  PRIMARY KEY (claim, gone_from)
) WITHOUT ROWID, STRICT;

CREATE TABLE edge (
  source INTEGER NOT NULL,
  target INTEGER NOT NULL,
  type INTEGER NOT NULL,
  weight REAL NOT NULL DEFAULT 1,
  recorded_from INTEGER NOT NULL,
  recorded_until INTEGER,
  metadata TEXT,
  PRIMARY KEY (source, type, target, recorded_from)
) WITHOUT ROWID, STRICT;
CREATE INDEX edge_by_target ON edge (target, type);
CREATE INDEX edge_dependency ON edge (type, source) WHERE type IN (3, 7);
CREATE INDEX edge_ended ON edge (recorded_until) WHERE recorded_until IS NOT NULL;

CREATE TABLE segment (
  note INTEGER NOT NULL,
  fingerprint BLOB NOT NULL,
  extractor INTEGER NOT NULL,
  PRIMARY KEY (note, fingerprint, extractor)
) WITHOUT ROWID, STRICT;

CREATE TABLE failure (
  path TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  reason TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  at INTEGER NOT NULL,
  print BLOB
) WITHOUT ROWID, STRICT;

CREATE TABLE changelog (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  claim INTEGER NOT NULL,
  kind TEXT NOT NULL,
  related INTEGER,
  detail TEXT,
  hash BLOB
) STRICT;
CREATE INDEX changelog_by_claim ON changelog (claim);
CREATE INDEX changelog_unchained ON changelog (sequence) WHERE hash IS NULL;

CREATE TABLE claim_index (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  complete INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE slot (
  claim INTEGER PRIMARY KEY,
  name TEXT,
  resolved INTEGER NOT NULL,
  place INTEGER NOT NULL,
  predicate INTEGER NOT NULL,
  value INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  single INTEGER NOT NULL
) STRICT;
CREATE INDEX slot_by_name ON slot (name) WHERE name IS NOT NULL;

CREATE TABLE slot_key (
  key INTEGER NOT NULL,
  claim INTEGER NOT NULL,
  PRIMARY KEY (key, claim)
) WITHOUT ROWID, STRICT;
CREATE INDEX slot_key_by_claim ON slot_key (claim);

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

CREATE TABLE changed_name (
  name INTEGER PRIMARY KEY
) STRICT;
CREATE TRIGGER alias_added AFTER INSERT ON alias BEGIN
  INSERT OR IGNORE INTO changed_name (name) VALUES (new.name);
END;
CREATE TRIGGER alias_removed AFTER DELETE ON alias BEGIN
  INSERT OR IGNORE INTO changed_name (name) VALUES (old.name);
END;

CREATE TABLE unrelated (
  claim INTEGER PRIMARY KEY
) STRICT;

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
