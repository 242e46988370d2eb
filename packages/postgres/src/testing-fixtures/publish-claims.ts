import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { readPublished, statusCodes } from '@memora/claims/internal';
import { createLexicalIndex } from '@memora/retrieval';
import { LEXICAL_TABLES } from '@memora/retrieval/internal';
import { startServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { publishRows } from '../publish/publish-rows.ts';
import { openTeamDatabase, type TeamDatabase } from '../team/open-team-database.ts';
import { setupTeam, WORKSPACE, writeNote } from './setup-team.ts';

/** An invented claim, which need not agree with its note. */
interface MadeClaim {
  readonly id: string;
  readonly notePath: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly fingerprint: string | null;
  readonly subject?: string | null | undefined;
  readonly predicate?: string | null | undefined;
  readonly object?: string | null | undefined;
  readonly noteTitle?: string | null | undefined;
  readonly headingPath?: readonly string[] | null | undefined;
  readonly validFrom?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
  readonly status?: string | null | undefined;
}

interface PublishedClaims extends AsyncDisposable {
  readonly database: TeamDatabase;
  readonly workspace: string;
  /** The members who may read them. */
  readonly principal: string;
}

/** Stores notes and claims in a team's workspace on a real server as if a worker had published them, whatever the claims say about the notes. */
export async function publishClaims(
  notes: ReadonlyMap<string, Uint8Array>,
  claims: Iterable<MadeClaim>,
): Promise<PublishedClaims> {
  const server = await startServer();
  const team = await setupTeam(server);
  const root = team.folder();
  for (const [path, bytes] of notes) writeNote(root, path, bytes);
  await pushFolder({ ...team.as('ben'), root });
  const folder = mkdtempSync(join(tmpdir(), 'memora-claims-'));
  const store = await openClaimStore({ path: join(folder, 'memora.db'), indexes: [createLexicalIndex()] });
  fill(store.database, claims);
  const scope = await team.scope('workspace');
  await transactionAs(team.source, { role: 'publish', scope }, (db) =>
    publishRows(db, scope, readPublished(store.database, LEXICAL_TABLES), {
      isWhole: true,
      last: async () => undefined,
    }),
  );
  server.psql('UPDATE memora.scope SET epoch = epoch + 1', team.database);
  await store.close();
  rmSync(folder, { recursive: true });
  const address = readAddress({ url: server.url(team.database, 'app'), from: 'flag', env: TEAM_ENV });
  const database = await openTeamDatabase(address);
  return {
    database,
    workspace: WORKSPACE,
    principal: 'eve',
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await team[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

type Database = Awaited<ReturnType<typeof openClaimStore>>['database'];

function fill(db: Database, claims: Iterable<MadeClaim>): void {
  const putTerm = db.prepare('INSERT INTO term (text) VALUES (?) RETURNING key').pluck();
  const findTerm = db.prepare('SELECT key FROM term WHERE text = ?').pluck();
  const termOf = (text: string | null | undefined): number | null =>
    text == null ? null : ((findTerm.get(text) ?? putTerm.get(text)) as number);
  const putNote = db
    .prepare(
      `INSERT INTO note (path, note_id, title, region, band, status, size, mtime, hash, first_seen, indexed_at, extractor, segments, gated)
     VALUES (?, ?, ?, 'default', 1, 'active', 0, 0, x'00', 0, 0, ?, 0, '{}') RETURNING key`,
    )
    .pluck();
  const putClaim = db.prepare(
    `INSERT INTO claim (id, note, subject, predicate, object, heading, inherited, extractor, kind, assertion, status, band, span_start, span_end, fingerprint, valid_from, valid_until, precision, recorded_from, confidence, trust, context)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0, 0, ?, 1, ?, ?, ?, ?, ?, 5, 0, 1, 1, 0)`,
  );
  const noteByPath = new Map<string, number>();
  db.exec('BEGIN');
  const extractor = termOf('test@1');
  for (const claim of claims) {
    const path = claim.notePath;
    const note =
      noteByPath.get(path) ?? (putNote.get(path, path, claim.noteTitle ?? '', extractor) as number);
    noteByPath.set(path, note);
    const heading = claim.headingPath == null ? null : JSON.stringify(claim.headingPath);
    putClaim.run(
      claim.id,
      note,
      termOf(claim.subject),
      termOf(claim.predicate),
      claim.object ?? null,
      termOf(heading),
      extractor,
      statusCodes.toCode((claim.status ?? 'current') as never),
      claim.span.start,
      claim.span.end,
      Buffer.from(claim.fingerprint ?? '', 'hex'),
      claim.validFrom ?? null,
      claim.validUntil ?? null,
    );
  }
  db.exec('UPDATE claim_index SET complete = 1; COMMIT');
}
