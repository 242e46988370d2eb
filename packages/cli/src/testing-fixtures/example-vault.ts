import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSpec } from '../program/command-spec.ts';
import { COMMANDS } from '../program/command-table.ts';
import { exampleArgs, exampleOutput } from './example-args.ts';
import { copyVault, setupVault, type TestVault } from './setup-vault.ts';

const DEMO = fileURLToPath(new URL('../../assets/demo-vault', import.meta.url));

/** The notes of the demo, and two contradicting ones. */
const NOTES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    readdirSync(DEMO, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, readFileSync(join(DEMO, path), 'utf8')]),
  ),
  'semantic/plant/crane.md': '# Crane\n\nThe crane lifts 12 tons.\n',
  'semantic/plant/crane-by-another.md': '# Crane\n\nThe crane lifts 15 tons.\n',
};

const CHAT = [
  { role: 'user', content: 'The crane was serviced on 2026-03-02.' },
  { role: 'assistant', content: 'I noted it.' },
];

/** The current text of the notes. */
const CURRENT = 'The reporting interval is 30 seconds.';

/**
 * The ids of the examples, each with the command and the place in its output that give the vault's own id.
 */
const SAMPLES: readonly (readonly [sample: string, command: string, list: string, id: string])[] = [
  ['1a2b3c4d5e6f7g8h', 'claims list', 'claims', 'claim_id'],
  ['0f1e2d3c4b5a6978', 'contradictions', 'contradictions', 'id'],
  ['8h7g6f5e4d3c2b1a', 'contradictions', 'contradictions', 'newer.claim_id'],
  ['7a6b5c4d3e2f1a0b', 'challenge --dry-run', 'items', 'id'],
  ['mem_k3f9q2x7m1ab', 'memory list', 'memories', 'memory_id'],
  ['mem_p8w2d5n1c6yz', 'memory save The crane of Harbor lifts twelve tons.', '', 'memory_id'],
  ['conv_k3f9q2x7m1ab', 'conversations list', 'conversations', 'id'],
  ['contract-k3f9q2x7', 'ingest list', 'sources', 'id'],
];

type Found = Readonly<Record<string, unknown>>;

/** A vault in which the example of every row works. */
export interface ExampleVault extends TestVault {
  /**
   * The words of a row's example, with this vault's ids and paths. Runs the examples before it, each once.
   */
  readonly argsOf: (spec: CommandSpec) => Promise<string[]>;
  /** Another of its own. */
  readonly copy: () => Promise<ExampleVault>;
}

/** Indexes the notes of the demo and adds the files that examples name. */
export async function openExampleVault(env: Readonly<Record<string, string>> = {}): Promise<ExampleVault> {
  const vault = await setupVault(NOTES, env);
  await vault.run(['index', '--no-write']);
  const { claims } = await vault.json<{ claims: { claim_id: string; source_text: string }[] }>([
    ...['claims', 'list', '--subject', 'Reporting interval'],
  ]);
  const cited = claims.find(({ source_text: text }) => text === CURRENT);
  const files = {
    'answer.md': `${CURRENT} [claim:${cited?.claim_id}]\n`,
    'conversations.json': JSON.stringify(CHAT),
    'contract.txt': 'The tenant pays 900 euros a month.\n',
    'CLAUDE.md': `${CURRENT}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(vault.folder, name), text);
  await vault.run(['verify', 'answer.md', '--receipt', 'receipt.json']);
  return toExampleVault(vault);
}

function toExampleVault(vault: TestVault): ExampleVault {
  const ran = new Set<string>();
  const ids = new Map<string, string>();
  const idOf = async ([sample, command, list, id]: (typeof SAMPLES)[number]): Promise<string> => {
    const known = ids.get(sample);
    if (known !== undefined) return known;
    const found = await vault.json<Record<string, unknown[]>>(command.split(' '));
    const first = id
      .split('.')
      .reduce<unknown>(
        (at, name) => (at as Found | undefined)?.[name],
        list === '' ? found : found[list]?.[0],
      );
    if (typeof first !== 'string') throw new Error(`memora ${command} gives no ${id} for ${sample}`);
    ids.set(sample, first);
    return first;
  };
  const argsOf = async (spec: CommandSpec): Promise<string[]> => {
    for (const name of spec.after ?? []) {
      const before = COMMANDS.find((each) => each.name === name);
      if (before === undefined)
        throw new Error(`memora ${spec.name}: runs after ${name}, which is no command`);
      const args = await argsOf(before);
      if (ran.has(name)) continue;
      ran.add(name);
      const { stdout } = await vault.run(args);
      const file = exampleOutput(before);
      if (file !== null) await writeFile(join(vault.folder, file), stdout);
    }
    let args = exampleArgs(spec, vault.vault);
    for (const sample of SAMPLES) {
      if (!args.some((arg) => arg === sample[0])) continue;
      const id = await idOf(sample);
      args = args.map((arg) => (arg === sample[0] ? id : arg));
    }
    return args;
  };
  return { ...vault, argsOf, copy: async () => toExampleVault(await copyVault(vault)) };
}
