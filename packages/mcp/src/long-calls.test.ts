import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { startChatModel } from './testing-fixtures/start-chat-model.ts';
import { PATIENT, serverCommand, startHttpServer } from './testing-fixtures/start-server.ts';

const NOTES = 500;
const INFO = { name: 'long-calls', version: '1' };

/** The only option that both SDKs accept in the same form. */
interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly onprogress?: (step: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

interface Caller extends AsyncDisposable {
  readonly call: (name: string, args: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;
}

type Vault = Awaited<ReturnType<typeof setupVault>>;

const CALLERS: Readonly<Record<string, (vault: Vault) => Promise<Caller>>> = {
  'v1 SDK over stdio': async (vault) => {
    const client = new ClientV1(INFO);
    await client.connect(
      new StdioV1({ ...serverCommand(vault.vault, vault.env), stderr: 'ignore' }),
      PATIENT,
    );
    return {
      call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options as never),
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
  'v2 SDK over stdio': async (vault) => {
    const client = new ClientV2(INFO);
    await client.connect(
      new StdioV2({ ...serverCommand(vault.vault, vault.env), stderr: 'ignore' }),
      PATIENT,
    );
    return {
      call: (name, args, options) => client.callTool({ name, arguments: args }, options),
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
  'v2 SDK over HTTP, newest protocol': async (vault) => {
    const tokenFile = join(vault.folder, 'token');
    const server = await startHttpServer(vault.vault, vault.env, tokenFile);
    const headers = { authorization: `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}` };
    const client = new ClientV2(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new HttpV2(new URL(server.url), { requestInit: { headers } }), PATIENT);
    return {
      call: (name, args, options) => client.callTool({ name, arguments: args }, options),
      [Symbol.asyncDispose]: async () => {
        await client.close();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};

/** The first capture of a vault that was never indexed indexes all of it. This is the only long call. */
const capture = (caller: Caller, options?: CallOptions) =>
  caller.call(
    'memora_capture',
    { region: 'inbox', summary: 'Crane', body: 'The crane lifts 12 tons.' },
    { ...PATIENT, ...options },
  );

describe.each(everyNth(Object.entries(CALLERS), 3))('a long call of the %s', (_, connect) => {
  it('tells how far it is, in rising figures up to the last one', async () => {
    await using vault = await setupLargeVault();
    await using caller = await connect(vault);
    const steps: { progress: number; total?: number | undefined }[] = [];
    const reply = await capture(caller, { onprogress: (step) => steps.push(step) });
    expect(reply).toMatchObject({ structuredContent: { path: 'inbox/Crane.md' } });
    expect(steps.length).toBeGreaterThan(1);
    const figures = steps.map(({ progress }) => progress);
    expect(figures).toEqual([...new Set(figures)].sort((a, b) => a - b));
    expect(steps.at(-1)).toMatchObject({ progress: NOTES + 1, total: NOTES + 1 });
  });

  it('stops where it is cancelled, keeps what was done and the note, and serves the next call', async () => {
    await using vault = await setupLargeVault();
    await using caller = await connect(vault);
    const cancelled = new AbortController();
    const call = capture(caller, {
      signal: cancelled.signal,
      onprogress: ({ progress }) => progress >= 1 && cancelled.abort(),
    });
    await expect(call).rejects.toThrow();
    expect(await readdir(join(vault.vault, 'inbox'))).toEqual(['Crane.md']);
    await using memory = await openMemory({ vault: vault.vault, env: vault.env });
    const done = (await memory.revision()) === null ? 0 : (await memory.claims.notes()).length;
    expect(done).toBeLessThan(NOTES);
    // The next question continues from there, within its budget.
    const found = await caller.call('memora_query', { query: 'what does the crane lift?' });
    expect(JSON.stringify(found)).toContain('hits');
    expect((await memory.claims.notes()).length).toBeGreaterThan(done);
    await capture(caller);
    expect((await memory.claims.notes()).length).toBeLessThanOrEqual(NOTES + 2);
    const { report } = await memory.index();
    expect(report).toMatchObject({ notes: NOTES + 2, failed: 0 });
  });
});

describe('a long call that asks a model', () => {
  it('tells what it cost so far', async () => {
    await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar and hums.\n' });
    await rm(join(vault.vault, '.memora'), { recursive: true });
    await using model = await startChatModel(JSON.stringify({ claims: [] }));
    const env = {
      ...vault.env,
      MEMORA_LLM_PROVIDER: 'openai-compatible',
      MEMORA_LLM_ENDPOINT: model.url,
      MEMORA_LLM_INPUT_PRICE: '3',
      MEMORA_LLM_OUTPUT_PRICE: '15',
      MEMORA_INDEXING_EXTRACTOR: 'llm',
    };
    await using caller = (await CALLERS['v2 SDK over stdio']?.({ ...vault, env })) as Caller;
    const said: (string | undefined)[] = [];
    await capture(caller, { onprogress: ({ message }) => said.push(message) });
    expect(said.at(-1)).toMatch(/^indexing, \$0\.\d+ \([\d,]+ tokens\)$/);
  });
});

async function setupLargeVault(): Promise<Vault> {
  const vault = await setupVault({ 'valve-0.md': 'The first valve.\n' });
  await rm(join(vault.vault, '.memora'), { recursive: true });
  for (let i = 0; i < NOTES; i++) {
    const lines = Array.from({ length: 8 }, (_, n) => `Valve ${i}-${n} closes at ${n + 3} bar.`);
    await writeFile(join(vault.vault, `valve-${i}.md`), `# Valves ${i}\n\n${lines.join('\n\n')}\n`);
  }
  return vault;
}
