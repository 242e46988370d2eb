import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { type GivenAnswer, isShared, nameOf } from './capture-clients.ts';

/** The check of a run's answers. */
export interface HeldAnswers {
  readonly answers: number;
  /** Hits from publications later than the one that their answer names, and requested notes that this publication had and the answer did not show. */
  readonly mixed: number;
  /** Answers that name an older publication than the same client's previous answer. */
  readonly wentBack: number;
  /** Answers with hits that name no publication. */
  readonly unsaid: number;
  /** Hits and requested notes that were compared with the database. */
  readonly held: number;
  readonly examples: readonly string[];
}

/**
 * Makes the database keep its log for {@link holdAnswers}, which shows what each publication contained: a foreign trigger would be refused, and the database
 * itself only keeps the last number of each scope. Requires `wal_level=logical`.
 */
export function watchPublications({ psql }: Pick<TestServer, 'psql'>, database: string): void {
  psql("SELECT pg_create_logical_replication_slot('watched', 'test_decoding')", database);
}

/** Reads the log once: the transaction of each publication, and that of each note. */
function readLog({ psql }: Pick<TestServer, 'psql'>, database: string): void {
  psql(
    `CREATE SCHEMA watched;
     CREATE TABLE watched.change AS SELECT xid AS by, data FROM pg_logical_slot_get_changes('watched', NULL, NULL)
       WHERE starts_with(data, 'table memora.scope: UPDATE:') OR starts_with(data, 'table memora.note: INSERT:');
     CREATE TABLE watched.epoch AS SELECT by, substring(data from ' id[[]integer[]]:([0-9]+)')::int AS scope, substring(data from ' epoch[[]bigint[]]:([0-9]+)')::bigint AS epoch
       FROM watched.change WHERE starts_with(data, 'table memora.scope:');
     CREATE TABLE watched.note AS SELECT by, substring(data from ' scope[[]integer[]]:([0-9]+)')::int AS scope, substring(data from ' path[[]text[]]:''([^'']*)''') AS path
       FROM watched.change WHERE starts_with(data, 'table memora.note:');
     SELECT pg_drop_replication_slot('watched')`,
    database,
  );
}

interface PublishedNote {
  readonly kind: string;
  readonly owner: string;
  readonly number: number;
  readonly epoch: number;
  readonly claims: readonly string[];
}

/** Compares every answer with what was published at its time. Each note's text is `Depot Q7Z holds …`. */
export function holdAnswers(
  { psql }: Pick<TestServer, 'psql'>,
  database: string,
  answers: readonly GivenAnswer[],
): HeldAnswers {
  readLog({ psql }, database);
  const notes = JSON.parse(
    psql(
      `SELECT coalesce(json_agg(json_build_object('kind', s.kind, 'owner', s.owner, 'number', each.number, 'epoch', each.epoch, 'claims', each.claims)), '[]')
       FROM (SELECT n.scope, substring(n.path from 'q([0-9]+)z')::int AS number, min(e.epoch) AS epoch, array_agg(DISTINCT c.id) AS claims
         FROM memora.note n JOIN memora.claim c ON c.scope = n.scope AND c.note = n.key
         JOIN watched.note w ON w.scope = n.scope AND w.path = n.path JOIN watched.epoch e ON e.scope = w.scope AND e.by = w.by
         WHERE n.gone_at IS NULL GROUP BY n.scope, n.path) each JOIN memora.scope s ON s.id = each.scope`,
      database,
    ),
  ) as PublishedNote[];
  const byClaim = new Map(notes.flatMap((note) => note.claims.map((id) => [id, note])));
  const byNumber = new Map(notes.map((note) => [note.number, note]));
  const report = { answers: answers.length, mixed: 0, wentBack: 0, unsaid: 0, held: 0 };
  const examples: string[] = [];
  const last = new Map<string, Record<string, number>>();
  for (const { client, principal, asked, epochs, claims } of answers) {
    if (claims.length > 0 && Object.keys(epochs).length === 0) report.unsaid++;
    const wrong: string[] = [];
    for (const id of claims) {
      const note = byClaim.get(id);
      report.held++;
      if (note === undefined) wrong.push(`${id} is nobody's`);
      else if (note.epoch > (epochs[note.kind] ?? 0))
        wrong.push(`${nameOf(note.number)} came with ${note.kind} ${note.epoch}`);
    }
    const wanted = byNumber.get(asked);
    const maySee = isShared(asked) || wanted?.owner === principal;
    if (wanted !== undefined && maySee && wanted.epoch <= (epochs[wanted.kind] ?? 0)) {
      report.held++;
      if (!wanted.claims.some((id) => claims.includes(id)))
        wrong.push(`${nameOf(asked)} of ${wanted.kind} ${wanted.epoch} is missing`);
    }
    if (wrong.length > 0) {
      report.mixed++;
      if (examples.length < 5) examples.push(`${JSON.stringify(epochs)}: ${wrong.join(', ')}`);
    }
    const before = last.get(client) ?? {};
    if (Object.entries(before).some(([kind, epoch]) => (epochs[kind] ?? 0) < epoch)) report.wentBack++;
    last.set(client, epochs);
  }
  return { ...report, examples };
}
