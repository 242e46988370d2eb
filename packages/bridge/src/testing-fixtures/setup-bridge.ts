import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AgentMemory, type AgentMemoryOptions, openAgentMemory } from '@memora/agent-memory';
import { type Memory, openMemory } from '@memora/engine';
import type { Bridges } from '../live/bridges.ts';
import { openBridges } from '../live/open-bridges.ts';

/** A vault whose user has bridges; removed on disposal. */
export interface BridgeSetup extends AsyncDisposable {
  readonly root: string;
  readonly vault: string;
  readonly memory: Memory;
  readonly agent: AgentMemory;
  readonly bridges: Bridges;
  readonly env: Readonly<Record<string, string>>;
  /** Files of the vault with their text, except `.memora/`. */
  readonly write: (path: string, text: string) => Promise<void>;
  readonly files: () => Promise<ReadonlyMap<string, string>>;
  /** Closes everything and opens it again, as another process would. */
  readonly reopen: () => Promise<void>;
}

/** Opens a vault. `config` makes the user's `config.toml` from the folder in which servers may keep their files. */
export async function setupBridge(
  config: (folder: string) => string,
  options: Partial<AgentMemoryOptions> = {},
  now?: () => Date,
): Promise<BridgeSetup> {
  const root = await mkdtemp(join(tmpdir(), 'bridge-'));
  const [vault, configDir] = [join(root, 'vault'), join(root, 'config')];
  await Promise.all([mkdir(vault), mkdir(configDir)]);
  await writeFile(join(configDir, 'config.toml'), config(root));
  const env = { MEMORA_CONFIG_DIR: configDir };
  const open = async () => {
    const memory = await openMemory({ vault, env, ...(now === undefined ? {} : { now }) });
    await memory.refresh({ first: true });
    const bridges = openBridges(memory, () => opened.agent, { env, ...(now === undefined ? {} : { now }) });
    const agent = await openAgentMemory({
      agent: 'helper',
      env,
      policy: { maxSavesPerSession: null },
      ...(now === undefined ? {} : { now }),
      ...options,
      memory,
      external: bridges.sources,
    });
    return { memory, bridges, agent };
  };
  let opened = await open();
  const close = async () => {
    await opened.bridges.close();
    await opened.agent.close();
    await opened.memory.close();
  };
  return {
    root,
    vault,
    env,
    get memory() {
      return opened.memory;
    },
    get agent() {
      return opened.agent;
    },
    get bridges() {
      return opened.bridges;
    },
    files: async () => {
      const all = await readdir(vault, { recursive: true, withFileTypes: true });
      const paths = all
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => !path.startsWith(join(vault, '.memora')))
        .sort();
      const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
      return new Map(paths.map((path, i) => [path.slice(vault.length + 1), texts[i] ?? '']));
    },
    write: (path, text) => writeFile(join(vault, path), text),
    reopen: async () => {
      await close();
      opened = await open();
    },
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The command that starts a server of an npm package. */
export function serverProgram(name: string): readonly string[] {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest) as { readonly bin: string | Readonly<Record<string, string>> };
  const file = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
  return [process.execPath, join(dirname(manifest), file)];
}

/** A bridge's table in TOML. */
export function bridgeTable(name: string, settings: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `[bridge.${name}]\n${lines.join('\n')}\n`;
}
