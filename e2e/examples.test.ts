import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citeOf, idOf, openChatServer } from './open-chat-server.ts';
import { noServer, openTeamServer } from './open-team-server.ts';

const EXAMPLE = fileURLToPath(new URL('../examples/reference-cli', import.meta.url));

/** Each example is a process. They share a cache of compiled code. */
const INHERITED = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

it('every example is run here', async () => {
  const files = ['examples.test.ts', 'own-store-example.test.ts'];
  const tests = files.map((file) => readFile(new URL(file, import.meta.url), 'utf8'));
  const here = (await Promise.all(tests)).join('\n');
  const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(2);
  for (const { name } of folders)
    expect(here).toMatch(new RegExp(`describe.*\\('examples/${name}'|\\['${name}', '`, 'u'));
});

describe('examples/reference-cli', () => {
  let folder: string;
  let notes: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'memora-example-'));
    notes = join(folder, 'notes');
    await cp(join(EXAMPLE, 'notes'), notes, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (args: readonly string[], stdin = '') => {
    const program = join(EXAMPLE, 'reference-cli.ts');
    const env = { ...INHERITED, MEMORA_CONFIG_DIR: join(folder, 'config') };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: 'pipe' });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    child.stdin.on('error', () => undefined).end(stdin);
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, ...output };
  };

  it('indexes its notes, answers, checks an answer, writes a note, and keeps the secret', async () => {
    expect(await run([notes, 'index'])).toMatchObject({ code: 0, stdout: '2 notes, 6 claims, 0 failed\n' });

    const answer = await run([notes, 'ask', 'when did the gateway move?']);
    expect(answer.code).toBe(0);
    expect(answer.stdout).toContain('The gateway moved to Dublin on 2026-03-03.');
    expect(answer.stdout).toMatch(/verified {2}\w{16} {2}projects\/gateway\.md {2}bytes 48-90/);

    const id = /\[claim:(\w{16})\]/.exec(answer.stdout)?.[1];
    const good = await run([notes, 'check'], `The gateway moved to Dublin on 2026-03-03 [claim:${id}].`);
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('verified: 1 of 1 citations hold'),
    });
    const bad = await run([notes, 'check'], `The gateway moved to Dublin on 2026-03-05 [claim:${id}].`);
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringContaining('token_mismatch') });

    const secret = await run([notes, 'ask', 'what is the recovery code?']);
    expect(secret.stdout).not.toContain('ostrich');

    const note = await run([notes, 'note', 'inbox', 'Kiln'], 'The kiln burns at 900 degrees.\n');
    expect(note).toMatchObject({ code: 0, stdout: 'wrote inbox/Kiln.md\n' });
    expect((await run([notes, 'ask', 'how hot does the kiln burn?'])).stdout).toContain('900 degrees');
  });

  it('notices a note that another program edited', async () => {
    const { stdout } = await run([notes, 'ask', 'when did the gateway move?']);
    const id = /\[claim:(\w{16})\]/.exec(stdout)?.[1];
    const path = join(notes, 'projects/gateway.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Dublin', 'Berlin'));
    const checked = await run([notes, 'check'], `The gateway moved to Dublin on 2026-03-03 [claim:${id}].`);
    expect(checked).toMatchObject({ code: 1, stdout: expect.stringContaining('fingerprint_mismatch') });
  });

  it('explains its usage, and what is wrong with a vault', async () => {
    expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining('usage:') });
    expect(await run([join(folder, 'nowhere'), 'index'])).toMatchObject({ code: 2 });
    expect(await run([join(folder, 'nowhere'), 'dance'])).toMatchObject({ code: 2 });
  });
});

/** Copies the notes of the examples into a temporary folder. */
async function copyNotes() {
  const folder = await mkdtemp(join(tmpdir(), 'memora-example-'));
  const notes = join(folder, 'notes');
  await cp(join(EXAMPLES, 'ai-sdk-script', 'notes'), notes, { recursive: true });
  return {
    notes,
    env: { ...INHERITED, MEMORA_CONFIG_DIR: join(folder, 'config') },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function runProgram(path: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(EXAMPLES, path), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...output };
}

describe('examples/ai-sdk-script', () => {
  const QUESTION = 'when did the gateway move?';

  it('ask.ts prints the verified sentences with their sources, and nothing that the model made up', async () => {
    await using copy = await copyNotes();
    await using server = await openChatServer((body) => {
      const cited = citeOf(body, 'moved to Dublin');
      return `The gateway moved to Dublin on 2026-03-03 ${cited}. It moved back on 2026-04-01 ${cited}. All is well.`;
    });
    const env = { ...copy.env, MODEL_URL: server.url };
    const { code, stdout, stderr } = await runProgram('ai-sdk-script/ask.ts', [copy.notes, QUESTION], env);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('The gateway moved to Dublin on 2026-03-03');
    expect(stdout).toMatch(/projects\/gateway\.md, bytes \[48,90\]/);
    expect(stdout).not.toMatch(/moved back|All is well/);
    expect(server.bodies.join()).not.toContain('ostrich');
  });

  it('ask.ts exits with 1 if no sentence is verified', async () => {
    await using copy = await copyNotes();
    await using server = await openChatServer(() => 'The gateway moved in May [claim:aaaaaaaaaaaaaaaa].');
    const env = { ...copy.env, MODEL_URL: server.url };
    expect(await runProgram('ai-sdk-script/ask.ts', [copy.notes, QUESTION], env)).toMatchObject({
      code: 1,
      stdout: 'Nothing that the model wrote is supported by the notes.\n',
    });
    expect((await runProgram('ai-sdk-script/ask.ts', [], env)).code).toBe(2);
  });

  it('agent.ts lets the model use the tools, and checks its final text', async () => {
    await using copy = await copyNotes();
    await using server = await openChatServer((body, turn) =>
      turn === 1
        ? { tool: 'memora_query', input: { query: 'who carries the pager?' } }
        : `Bob carries the pager in March 2026 [claim:${idOf(body, 'Bob carries')}]. He is tired.`,
    );
    const env = { ...copy.env, MODEL_URL: server.url };
    const { code, stdout, stderr } = await runProgram(
      'ai-sdk-script/agent.ts',
      [copy.notes, 'who', 'carries it?'],
      env,
    );
    expect(stdout, stderr).toMatch(/^Bob carries the pager in March 2026 \[claim:\w{16}\]\.\n$/);
    expect(stderr).toContain('2 steps, tools: memora_query');
    expect(code).toBe(1);
  });
});

describe('examples/next-route', () => {
  it('streams verified text with its sources to what useChat posts, and errors as codes', async () => {
    await using copy = await copyNotes();
    await using server = await openChatServer((body) => {
      const cited = citeOf(body, 'moved to Dublin');
      return `The gateway moved to Dublin on 2026-03-03 ${cited}. It moved back on 2026-04-01 ${cited}.`;
    });
    const serve = join(EXAMPLES, 'next-route', 'serve.ts');
    const env = { ...copy.env, MODEL_URL: server.url, NOTES: copy.notes };
    const child = spawn(process.execPath, [serve], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [printed] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      const ask = (text: string) =>
        fetch(printed.trim(), {
          method: 'POST',
          body: JSON.stringify({ messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }] }),
        });
      // Nothing is indexed yet. The first question indexes the notes.
      const early = await ask('when did the gateway move?');
      expect(await early.text()).toContain('moved to Dublin');

      const { code } = await runProgram('reference-cli/reference-cli.ts', [copy.notes, 'index'], copy.env);
      expect(code).toBe(0);
      const reply = await ask('when did the gateway move?');
      expect(reply.headers.get('content-type')).toContain('text/event-stream');
      const parts = (await reply.text())
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .map((line) => JSON.parse(line.slice(6)) as { type: string; delta?: string; title?: string });
      const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
      expect(text).toMatch(/^The gateway moved to Dublin on 2026-03-03 \[claim:\w{16}\]\./);
      expect(text).not.toContain('moved back');
      expect(parts.find((part) => part.type === 'source-document')).toMatchObject({
        title: 'projects/gateway.md',
      });
      const wrong = await fetch(printed.trim(), { method: 'POST', body: 'no json' });
      expect(wrong.status).toBe(400);
      expect(server.bodies.join()).not.toContain('ostrich');
    } finally {
      child.kill();
    }
  });
});

describe('examples/chat-history', () => {
  it('imports an export twice without doubling it, and cites the turn of the user', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memora-example-'));
    const [vault, file] = [join(folder, 'chats'), join(EXAMPLES, 'chat-history/conversations.json')];
    const env = { ...INHERITED, MEMORA_CONFIG_DIR: join(folder, 'config') };
    const run = (...args: readonly string[]) => runProgram('chat-history/chat-history.ts', args, env);
    try {
      const first = await run(vault, 'import', file);
      expect(first.code, first.stderr).toBe(0);
      expect(first.stdout).toMatch(/2026-11-20-\w+\.md: 3 new turns, 0 known\n.*2 new turns, 0 known\n$/u);
      expect((await run(vault, 'import', file)).stdout).toMatch(
        /0 new turns, 3 known\n.*0 new turns, 2 known\n$/u,
      );

      const answer = await run(vault, 'ask', 'Where did we move the relay?');
      expect(answer.code, answer.stderr).toBe(0);
      expect(answer.stdout).toContain('Lisbon');
      expect(answer.stdout).not.toContain('Frankfurt');
      const [, note = '', turn] = /user, 2026-11-20T10:00:00Z: (\S+\.md)#\^(t\d+)/u.exec(answer.stdout) ?? [];
      const lines = (await readFile(join(vault, note), 'utf8')).split('\n');
      expect(lines[lines.indexOf(`^${turn}`) - 2]).toContain('We moved the relay of Harbor to Lisbon');

      expect(await run(vault, 'ask', 'How tall is my uncle?')).toMatchObject({
        code: 1,
        stdout: 'No chat says so.\n',
      });
      expect((await run(vault, 'dance')).code).toBe(2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Each one uses another framework through its own library. The model searches, repeats what the notes say, and adds unsupported statements. */
describe.each([
  ['langchain', 'agent.ts'],
  ['openai-agents', 'agent.ts'],
  ['mastra', 'agent.ts'],
  ['llamaindex', 'ask.ts'],
])('an example of a framework', (name, file) => {
  it(`${name} shows what the notes support, and sends no secret`, async () => {
    await using copy = await copyNotes();
    const cited = (body: string) => /Bob carries[^[]*\[claim:(\w{16})/u.exec(body)?.[1];
    await using server = await openChatServer((body) =>
      cited(body) === undefined
        ? { tool: 'memora_query_cited', input: { question: 'who carries the pager?' } }
        : `Bob carries the pager in March 2026 [claim:${cited(body)}]. He is tired.`,
    );
    const env = { ...copy.env, MODEL_URL: server.url, HOME: copy.notes };
    const args = [copy.notes, 'who carries the pager?'];
    const { code, stdout, stderr } = await runProgram(`${name}/${file}`, args, env);
    expect(stdout, stderr).toMatch(/^Bob carries the pager in March 2026 \[claim:\w{16}\]\.\n$/u);
    expect(code).toBe(1);
    expect(server.bodies.join()).not.toContain('ostrich');
    expect((await runProgram(`${name}/${file}`, [], env)).code).toBe(2);
  });
});

describe('examples/anthropic-citations', () => {
  it('gives claims as search results and checks the citations of the answer', async () => {
    await using copy = await copyNotes();
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      const { messages } = JSON.parse(body) as {
        messages: {
          content: { type: string; source?: string; title?: string; content?: { text: string }[] }[];
        }[];
      };
      const results = messages[0]?.content.filter(({ type }) => type === 'search_result') ?? [];
      const index = results.findIndex(({ content }) => content?.[0]?.text.includes('Bob carries'));
      const citation = {
        type: 'search_result_location',
        cited_text: results[index]?.content?.[0]?.text,
        source: results[index]?.source,
        title: results[index]?.title,
        search_result_index: index,
        start_block_index: 0,
        end_block_index: 1,
      };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
          content: [
            { type: 'text', text: 'Bob carries the pager in March 2026.', citations: [citation] },
            { type: 'text', text: ' He is tired.' },
          ],
        }),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const env = { ...copy.env, MODEL_URL: url };
      const args = [copy.notes, 'who carries the pager?'];
      const { code, stdout, stderr } = await runProgram('anthropic-citations/ask.ts', args, env);
      expect(stdout, stderr).toMatch(/^Bob carries the pager in March 2026\./u);
      expect(stdout).not.toContain('tired');
      expect(stderr).toMatch(/verified {2}\w{16} {2}oncall\.md/u);
      expect(code).toBe(1);
      expect(bodies.join()).not.toContain('ostrich');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe.skipIf(noServer !== null)('examples/team', () => {
  it('two agents and one human share what they decide, and nothing else', async () => {
    await using server = await openTeamServer(['ann', 'planner', 'builder']);
    const { url, tokens, log } = server;
    const env = {
      PATH: process.env['PATH'] ?? '',
      MEMORY: url,
      ...Object.fromEntries(
        Object.entries(tokens).map(([who, token]) => [`${who.toUpperCase()}_TOKEN`, token]),
      ),
    };
    const first = await runProgram('team/team.ts', [], env);
    expect(first.code, `${first.stderr}${log()}`).toBe(0);
    expect(await readFile(join(EXAMPLES, 'team/README.md'), 'utf8')).toContain(first.stdout);
    expect(await runProgram('team/team.ts', [], env)).toEqual(first);
    for (const word of ['one page', 'Redis', 'memora_']) expect(log()).not.toContain(word);
    expect((await runProgram('team/team.ts', [], { PATH: env.PATH })).code).toBe(2);
  });
});

describe('examples/agent-memory-script', () => {
  it('recalls in a second process what the first one saved', async () => {
    await using copy = await copyNotes();
    await using server = await openChatServer((body, turn) =>
      turn === 1
        ? 'Noted.'
        : `It runs in ${/relay of Harbor runs in (Lisbon)/u.exec(body)?.[1] ?? 'nowhere'}.`,
    );
    const env = { ...copy.env, MODEL_URL: server.url };
    const run = (words: string) => runProgram('agent-memory-script/chat.ts', [copy.notes, words], env);
    const told = await run('Remember that the relay of Harbor runs in Lisbon.');
    expect(told, told.stderr).toMatchObject({ code: 0, stdout: 'Noted.\n' });
    const asked = await run('Where does the relay of Harbor run?');
    expect(asked, asked.stderr).toMatchObject({ code: 0, stdout: 'It runs in Lisbon.\n' });
    expect(server.bodies.join()).not.toContain('ostrich');
    expect((await runProgram('agent-memory-script/chat.ts', [], env)).code).toBe(2);
  });
});

describe('examples/anthropic-memory', () => {
  it('runs the commands of the model on notes of the vault, and tells it what went wrong', async () => {
    await using copy = await copyNotes();
    const bodies: string[] = [];
    const commands = [
      { command: 'view', path: '/memories' },
      { command: 'create', path: '/memories/relay.md', file_text: 'The relay runs in Lisbon.' },
      { command: 'view', path: '/memories/../oncall.md' },
      { command: 'view', path: '/memories/relay.md' },
    ];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const input = commands[bodies.push(body) - 1];
      const content =
        input === undefined
          ? [{ type: 'text', text: 'It is kept.' }]
          : [{ type: 'tool_use', id: `toolu_${bodies.length}`, name: 'memory', input }];
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: `msg_${bodies.length}`,
          type: 'message',
          role: 'assistant',
          model: 'm',
          stop_reason: input === undefined ? 'end_turn' : 'tool_use',
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
          content,
        }),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const env = { ...copy.env, MODEL_URL: url };
      const args = [copy.notes, 'The relay runs in Lisbon. Keep that.'];
      const { code, stdout, stderr } = await runProgram('anthropic-memory/chat.ts', args, env);
      expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'It is kept.\n' });
      expect(bodies[0]).toContain('memory_20250818');
      expect(bodies[2]).toContain('File created successfully at: /memories/relay.md');
      expect(bodies[3]).toContain('Error: Path /memories/../oncall.md would escape /memories directory');
      expect(bodies[4]).toContain('     1\\tThe relay runs in Lisbon.');
      expect(bodies.join()).not.toContain('ostrich');
      expect(await readFile(join(copy.notes, 'memories/relay.md'), 'utf8')).toContain(
        'The relay runs in Lisbon.',
      );
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
