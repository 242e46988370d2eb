import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { serverCommand } from './testing-fixtures/start-server.ts';
import { toolsOf } from './tools.ts';

const INSPECTOR = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js'),
);

let vault: Awaited<ReturnType<typeof setupVault>>;
beforeAll(async () => {
  vault = await setupVault();
});
afterAll(() => vault[Symbol.asyncDispose]());

/** One argument for each tool that needs one. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  memora_query: ['query=gateway'],
  memora_query_cited: ['query=where did the gateway move'],
  memora_verify_answer: ['text=The gateway moved [claim:aaaaaaaaaaaaaaaa].'],
  memora_verify_claim: ['claim_id=aaaaaaaaaaaaaaaa'],
  memora_get_note: ['id=gateway'],
  memora_get_atlas: ['region=plans'],
  memora_consolidate: ['scope=all'],
  memora_capture: ['region=inbox', 'summary=From the inspector', 'body=The inspector was here.'],
  memora_remember: ['content=The inspector remembers that the lamp is green.'],
  memora_recall: ['query=gateway'],
  memory: ['command=view', 'path=/memories'],
};

/**
 * Memories that exist before the calls. Each tool that names one has its own, because all tools are called
 * concurrently.
 */
const REMEMBERED: Readonly<Record<string, (id: string) => readonly string[]>> = {
  memora_get_memories: (id) => [`ids=${JSON.stringify([id])}`],
  memora_supersede: (id) => [`id=${id}`, 'content=The mast of the inspector is 20 metres high.'],
  memora_forget: (id) => [`id=${id}`, 'reason=a trial'],
};

it.concurrent.each([...everyNth(toolsOf('all'), 3), ...toolsOf('files')].map(({ name }) => name))(
  'the official inspector calls %s over stdio',
  async (name) => {
    const ofMemory = REMEMBERED[name];
    const more = ofMemory === undefined ? (ARGUMENTS[name] ?? []) : ofMemory(await remember(name));
    const toolset = toolsOf('all').some((tool) => tool.name === name) ? 'all' : 'files';
    const reply = await inspect(['--method', 'tools/call', '--tool-name', name], more, toolset);
    expect(reply).toMatchObject({ structuredContent: expect.any(Object) });
    expect(reply).not.toHaveProperty('isError', true);
  },
);

it('the official inspector lists what the server has', async () => {
  const { tools } = (await inspect(['--method', 'tools/list'])) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(toolsOf('all').map(({ name }) => name));
});

/** The id of a memory that no other call names. */
async function remember(name: string): Promise<string> {
  const content = `content=The inspector tries ${name} on the mast of ${name.length} metres.`;
  const { structuredContent } = (await inspect(
    ['--method', 'tools/call', '--tool-name', 'memora_remember'],
    [content],
  )) as { structuredContent: { id: string } };
  return structuredContent.id;
}

async function inspect(
  method: readonly string[],
  toolArguments: readonly string[] = [],
  toolset = 'all',
): Promise<object> {
  const { command, args, env } = serverCommand(vault.vault, vault.env, ['--tools', toolset]);
  const environment = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const pairs = toolArguments.flatMap((pair) => ['--tool-arg', pair]);
  const child = spawn(
    process.execPath,
    // The default limit is 15 s, which a loaded machine may need to start several servers at once.
    [INSPECTOR, '--connect-timeout', '120000', ...environment, ...method, ...pairs, '--', command, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code, output.stderr + output.stdout).toBe(0);
  return JSON.parse(output.stdout) as object;
}
