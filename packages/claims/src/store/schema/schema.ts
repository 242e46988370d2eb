/** The tables as Kysely sees them; `docs/schema.md` says what each column means. */
export interface Schema {
  meta: { name: string; value: string | number | null };
  term: { key: number; text: string };
  topic: { key: number; subject: number; predicate: number };
  note: NoteRow;
  alias: { name: number; note: number };
  claim: ClaimRow;
  lapse: { claim: number; gone_from: number; gone_until: number };
  edge: EdgeRow;
  segment: { note: number; fingerprint: Buffer; extractor: number };
  failure: { path: string; code: string; reason: string; attempts: number; at: number; print: Buffer | null };
  changelog: ChangelogRow;
  slot: {
    claim: number;
    name: string | null;
    resolved: number;
    place: number;
    predicate: number;
    value: number;
    kind: number;
    single: number;
  };
  changed_name: { name: number };
  slot_key: { key: number; claim: number };
  past_validity: PastValidityRow;
  reference: { claim: number; name: string; type: number; outgoing: number };
  stated_edge: { claim: number; source: number; type: number; target: number; named: number };
  unrelated: { claim: number };
  former_id: { id: string; claim: number };
  ledger_match: { note: number; claim: string; target: string };
  claim_index: { name: string; version: number; complete: number };
}

/** What was known of a claim's validity until `known_until`, where that was another than now. */
interface PastValidityRow {
  claim: number;
  known_until: number;
  valid_from: string | null;
  valid_until: string | null;
  precision: number;
}

export interface NoteRow {
  key: number;
  path: string;
  note_id: string;
  title: string;
  region: string;
  band: number;
  type: string | null;
  status: string;
  size: number;
  mtime: number;
  hash: Buffer;
  first_seen: number;
  indexed_at: number;
  extractor: number;
  pending: number;
  segments: number;
  gated: string;
  gone_at: number | null;
  declared_id: string | null;
  declares: number;
}

export interface ClaimRow {
  key: number;
  id: string;
  note: number;
  topic: number | null;
  subject: number | null;
  predicate: number | null;
  object: string | null;
  inherited: number;
  heading: number | null;
  extractor: number;
  kind: number;
  assertion: number;
  status: number;
  band: number;
  span_start: number;
  span_end: number;
  fingerprint: Buffer;
  segment: Buffer | null;
  segment_offset: number | null;
  valid_from: string | null;
  valid_until: string | null;
  precision: number;
  recorded_from: number;
  recorded_until: number | null;
  confidence: number;
  trust: number;
  said: number | null;
  duplicate_of: number | null;
  predecessor: number | null;
  context: number;
  metadata: string | null;
  sealed: Buffer | null;
  superseded_at: string | null;
}

export interface EdgeRow {
  source: number;
  target: number;
  type: number;
  weight: number;
  recorded_from: number;
  recorded_until: number | null;
  metadata: string | null;
}

interface ChangelogRow {
  sequence: number;
  at: number;
  claim: number;
  kind: string;
  related: number | null;
  detail: string | null;
  hash: Buffer | null;
}
