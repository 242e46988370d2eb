import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import type { EntryContext, Outputs } from '../canary/entry-point.ts';

/** Everything that a member may ask of a shared memory. */
const ASKED = (question: string, page: string): readonly (readonly string[])[] => [
  ['query', question, '--team', '--json'],
  ['query', question, '--team', '--claims', '--k', '50'],
  ['claims', 'list', '--team', '--json'],
  ['timeline', 'pump', '--team'],
  ['stale', '--team', '--json'],
  ['contradictions', '--team', '--json'],
  ['decisions', '--team', '--json'],
  ['report', '--team', '--output', page],
  ['doctor', '--team', '--json'],
];

/** What tables hold of notes and claims as text, and the bytes of notes as they are stored; paths and ids of notes are plain, as SECURITY.md says. */
const STORED = `SELECT encode(bytes, 'escape') FROM memora.blob; SELECT c::text FROM memora.claim c; SELECT text FROM memora.term t
  WHERE NOT EXISTS (SELECT 1 FROM memora.alias a WHERE a.scope = t.scope AND a.name = t.key);
  SELECT type, gated FROM memora.note; SELECT l::text FROM memora.lexical_claims l; SELECT f::text FROM memora.lexical_fts_content f;
  SELECT t::text FROM memora.lexical_terms t; SELECT r::text FROM memora.reference r;
  SELECT s::text FROM memora.slot s; SELECT g::text FROM memora.changelog g; SELECT reason FROM memora.failure`;

/** A shared memory on a server of its own: pushed and published with the key, asked by its owner with the key and by a member without. */
export async function driveTeam({
  memora,
  question,
}: Pick<EntryContext, 'memora' | 'question'>): Promise<readonly Outputs[]> {
  await using server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), 'memora-team-canary-'));
  try {
    server.psql('CREATE DATABASE harbor');
    server.psql('CREATE ROLE app LOGIN NOINHERIT');
    const key = join(folder, 'team.key');
    await writeFile(key, new Uint8Array(32).fill(11), { mode: 0o600 });
    const signing = join(folder, 'signing.key');
    const at = (login: string | undefined, principal: string) => ({
      MEMORA_TEAM_DATABASE: server.url('harbor', login),
      MEMORA_TEAM_WORKSPACE: 'harbor',
      MEMORA_TEAM_PRINCIPAL: principal,
      MEMORA_TEAM_FOLDER: join(folder, 'worker'),
      ...(login === undefined ? {} : { MEMORA_TEAM_SIGNING_KEY_FILE: signing }),
    });
    const ann = { ...at('app', 'ann'), MEMORA_TEAM_KEY_FILE: key };
    const said: Outputs[] = [];
    const say = async (args: readonly string[], env: Record<string, string>, isNeeded = true) => {
      const outputs = await memora(args, { env });
      if (isNeeded && outputs.code !== 0)
        throw new Error(`${args.join(' ')}: ${outputs.stderr.slice(0, 600)}`);
      said.push(outputs);
      return outputs;
    };
    await say(
      ['team', 'init', '--admin', 'ann', '--login', 'app', '--signing-key', signing],
      at(undefined, 'ann'),
    );
    await say(['team', 'member', 'add', 'ben', '--role', 'reader'], ann);
    // A push names the files that it sends to whoever sends them: its output is not searched, what it sent is.
    const pushed = await memora(['team', 'push'], { env: ann });
    if (pushed.code !== 0) throw new Error(`team push: ${pushed.stderr.slice(0, 600)}`);
    await say(['team', 'worker', '--once', '--set', 'consolidation.pages=folder'], ann, false);
    for (const env of [ann, at('app', 'ben')]) {
      // What is shared is read: an empty memory would prove nothing.
      const listed = await say(['claims', 'list', '--team', '--json'], env);
      if (!listed.stdout.includes('claim_id')) throw new Error('nothing was published');
      const page = join(folder, `${env.MEMORA_TEAM_PRINCIPAL}.html`);
      for (const args of ASKED(question, page))
        await say(args, env, args[0] === 'report' || args[0] === 'doctor');
      said.push({ stdout: await readFile(page, 'utf8'), stderr: '', code: 0 });
    }
    const stored = server.psql(STORED, 'harbor');
    if (stored.length < 1_000) throw new Error('nothing was stored');
    said.push({ stdout: stored, stderr: '', code: 0 });
    return said;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why no team is driven on this machine; null where one is. */
export const whyNoTeam: () => string | null = whyNoServer;
