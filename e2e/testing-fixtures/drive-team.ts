import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';
import { startServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import type { EntryContext, Outputs } from '../canary/entry-point.ts';

/** Every operation that a member may use on a shared memory. */
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

/**
 * Every operation that a member may use through the server, with only a token. Commands that name the
 * member's own files, such as a push, are left out.
 */
const BY_SERVER = (question: string, capture: string): readonly (readonly string[])[] => [
  ['query', question, '--team', '--json'],
  ['query', question, '--team', '--claims', '--k', '50', '--json'],
  ['stale', '--team', '--json'],
  ['contradictions', '--team', '--json'],
  ['decisions', '--team'],
  ['capture', capture, '--team', '--privacy', 'secret', '--summary', 'Pilot', '--json'],
  ['capture', 'The pilot drinks tea.', '--team', '--json'],
  ['team', 'status', '--json'],
  ['team', 'history', 'gone.md'],
  ['team', 'audit', '--json'],
  ['team', 'member', 'list'],
];
const SERVER = fileURLToPath(new URL('../../packages/mcp/src/bin.ts', import.meta.url));

/** The text of notes and claims in tables, and the stored bytes of notes. Paths and ids of notes are plain text, as SECURITY.md says. */
const STORED = `SELECT encode(bytes, 'escape') FROM memora.blob; SELECT c::text FROM memora.claim c; SELECT text FROM memora.term t
  WHERE NOT EXISTS (SELECT 1 FROM memora.alias a WHERE a.scope = t.scope AND a.name = t.key);
  SELECT type, gated FROM memora.note; SELECT l::text FROM memora.lexical_claims l; SELECT f::text FROM memora.lexical_fts_content f;
  SELECT t::text FROM memora.lexical_terms t; SELECT r::text FROM memora.reference r;
  SELECT s::text FROM memora.slot s; SELECT g::text FROM memora.changelog g; SELECT reason FROM memora.failure`;

/** A shared memory on its own server. It is pushed and published with the key. Its owner asks with the key, and a member asks without it. */
export async function driveTeam({
  memora,
  question,
  capture,
}: Pick<EntryContext, 'memora' | 'question' | 'capture'>): Promise<readonly Outputs[]> {
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
    // A push prints the names of its files to the person who sends them, so its output is not searched. The sent data is.
    const pushed = await memora(['team', 'push'], { env: ann });
    if (pushed.code !== 0) throw new Error(`team push: ${pushed.stderr.slice(0, 600)}`);
    await say(['team', 'worker', '--once', '--set', 'consolidation.pages=folder'], ann, false);
    for (const env of [ann, at('app', 'ben')]) {
      // The shared memory must not be empty: an empty one would prove nothing.
      const listed = await say(['claims', 'list', '--team', '--json'], env);
      if (!listed.stdout.includes('claim_id')) throw new Error('nothing was published');
      const page = join(folder, `${env.MEMORA_TEAM_PRINCIPAL}.html`);
      for (const args of ASKED(question, page))
        await say(args, env, args[0] === 'report' || args[0] === 'doctor');
      said.push({ stdout: await readFile(page, 'utf8'), stderr: '', code: 0 });
    }
    said.push(...(await driveServer({ memora, question, capture, folder, settings: ann })));
    const stored = server.psql(STORED, 'harbor');
    if (stored.length < 1_000) throw new Error('nothing was stored');
    said.push({ stdout: stored, stderr: '', code: 0 });
    return said;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same memory through its server: its responses to people and their commands, what it fetches, its metrics and its log. */
async function driveServer({
  memora,
  question,
  capture,
  folder,
  settings,
}: Pick<EntryContext, 'memora' | 'question' | 'capture'> & {
  readonly folder: string;
  readonly settings: Record<string, string>;
}): Promise<readonly Outputs[]> {
  const tokenFile = join(folder, 'tokens.json');
  const tokenOf = async (name: string) => {
    const args = ['team', 'token', 'add', name, '--scopes', 'read,write,admin', '--token-file', tokenFile];
    return (await memora(args, { env: settings })).stdout.trim();
  };
  const tokens = [await tokenOf('ann'), await tokenOf('ben')];
  const listen = ['--team', '--listen', '127.0.0.1:0', '--token-file', tokenFile];
  const child = spawn(process.execPath, [...programOf(SERVER), ...listen], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...settings, MEMORA_EMBED_PROVIDER: 'none' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`the server ended: ${log.slice(-600)}`)));
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        log += part;
        const [, port] = /at port (\d+)/u.exec(log) ?? [];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
    });
    const said: Outputs[] = [];
    for (const token of tokens) {
      const env = { MEMORA_TEAM_SERVER: address, MEMORA_TEAM_TOKEN: token };
      for (const args of BY_SERVER(question, capture)) said.push(await memora(args, { env }));
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const ask = async (operation: string, args: object) =>
        (
          await fetch(`${address}/team`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ operation, arguments: args }),
          })
        ).text();
      // Heads name files, as the file system does. Secret files fetched through them are encrypted.
      const heads = await ask('notes.heads', { scope: 'workspace' });
      const wanted = [...heads.matchAll(/"hash":"(\w{64})"/gu)].map(([, hash]) => ({ hash }));
      const fetched = await ask('notes.bytes', { scope: 'workspace', wanted });
      const pieces = [...fetched.matchAll(/"bytes":"([^"]+)"/gu)].map(([, text = '']) =>
        Buffer.from(text, 'base64').toString(),
      );
      if (pieces.length < 3) throw new Error(`nothing was fetched: ${fetched.slice(0, 200)}`);
      const secret = Buffer.from(`---\nprivacy: secret\n---\n${capture}\n`);
      const note = { hash: 'a'.repeat(64), sealed: false, print: null, size: secret.length, offset: 0 };
      const piece = {
        scope: 'user',
        path: 'pilot.md',
        expected: 0,
        note: { ...note, bytes: secret.toString('base64') },
      };
      const refused = await ask('push.stage', { push: 'b'.repeat(64), notes: [piece] });
      const numbers = await (await fetch(`${address}/metrics`, { headers })).text();
      for (const stdout of [...pieces, refused, numbers]) said.push({ stdout, stderr: '', code: 0 });
    }
    if (!said.some(({ stdout }) => stdout.includes('@me/'))) throw new Error('nothing was captured');
    return [...said, { stdout: log, stderr: '', code: 0 }];
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'close');
  }
}

/** Why no team is driven on this machine; null if one is. */
export const whyNoTeam: () => string | null = whyNoServer;
