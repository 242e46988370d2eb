import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Memory, openMemory } from '../../packages/engine/src/index.ts';
import { PROMPTS } from '../../packages/mcp/src/prompts.ts';
import { listSchemas } from '../../packages/mcp/src/protocol/list-schemas.ts';
import type { ToolDefinition } from '../../packages/mcp/src/protocol/tool-definition.ts';
import { RESOURCE_TEMPLATES, WORLD_MAP } from '../../packages/mcp/src/resources.ts';
import { countListedTokens } from '../../packages/mcp/src/testing-fixtures/count-listed-tokens.ts';
import { exampleInput } from '../../packages/mcp/src/testing-fixtures/example-calls.ts';
import { toolsOf } from '../../packages/mcp/src/tools.ts';
import { TOOLSETS } from '../../packages/mcp/src/toolset.ts';
import { shorten } from './shorten.ts';
import { StandingDate, TIME } from './standing-date.ts';
import { table } from './table.ts';

const DEMO = fileURLToPath(new URL('../../packages/cli/assets/demo-vault', import.meta.url));
const CALL = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };

/** `docs/reference/mcp.md`: every tool with its input, its output and its result on the demo vault; resources and prompts. */
export async function writeMcpReference(): Promise<string> {
  const examples = await runExamples();
  return [
    '# MCP tools, resources and prompts',
    '',
    'The server speaks on stdin and stdout (`memora serve`, or the bin `memora-mcp`) or on 127.0.0.1 (`--http PORT`).',
    'Each result comes as structured content and as the same JSON in a text. Secret text is `[redacted]`.',
    '`--tools core` lists the tools marked ●. Where a result is long it comes in pages: call again with its `next_cursor` as `cursor`.',
    '',
    'What listing them puts into a conversation, in tokens (o200k, names, descriptions and schemas):',
    '',
    ...table(
      ['set', 'tools', 'tokens'],
      TOOLSETS.map((set) => [
        `\`--tools ${set}\``,
        String(toolsOf(set).length),
        countListedTokens(set).toLocaleString('en'),
      ]),
    ),
    '',
    ...toolsOf('all').flatMap((tool) => sectionOf(tool, examples.get(tool.name))),
    '## Resources',
    '',
    ...table(
      ['address', 'type', 'what it holds'],
      [
        ...RESOURCE_TEMPLATES.map(({ uriTemplate, mimeType, description }) => [
          `\`${uriTemplate}\``,
          mimeType,
          `${description}.`,
        ]),
        [`\`${WORLD_MAP.uri}\``, WORLD_MAP.mimeType, 'The generated overview of the vault.'],
      ],
    ),
    '',
    '## Prompts',
    '',
    ...table(
      ['prompt', 'arguments', 'what it does'],
      PROMPTS.map(({ name, arguments: args, description }) => [
        `\`${name}\``,
        args.map((arg) => `\`${arg.name}\``).join(', ') || '–',
        description,
      ]),
    ),
    '',
  ].join('\n');
}

interface Example {
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
}

function sectionOf(tool: ToolDefinition, example: Example | undefined): string[] {
  if (example === undefined) throw new Error(`the example of ${tool.name} was not run`);
  const schema = listSchemas(tool).inputSchema as { required?: string[]; properties: Record<string, Field> };
  const required = new Set(schema.required);
  const inputs = Object.entries(schema.properties);
  return [
    `## \`${tool.name}\`${tool.isCore ? ' ●' : ''}`,
    '',
    `${tool.description} It ${tool.isReadOnly ? 'reads only' : 'writes'}.`,
    '',
    ...(inputs.length === 0
      ? ['It takes no input.']
      : table(
          ['input', 'type', ''],
          inputs.map(([name, field]) => [
            `\`${name}\`${required.has(name) ? '' : '?'}`,
            typeOf(field),
            field.description ?? '',
          ]),
        )),
    '',
    ...differencesOf(tool),
    `On the demo vault, \`${JSON.stringify(example.input)}\` gives:`,
    '',
    '```json',
    JSON.stringify(shorten(example.output), null, 2),
    '```',
    '',
  ];
}

/** The differences from the corresponding command. */
function differencesOf({ cli, differs = {} }: ToolDefinition): string[] {
  const named = Object.entries(differs);
  if (named.length === 0) return [];
  return [
    `\`memora ${cli} --json\` gives the same, but for`,
    '',
    ...named.map(([path, why]) => `- \`${path}\`: ${why}`),
    '',
  ];
}

interface Field {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Field;
}

function typeOf({ type, enum: choices, items }: Field): string {
  if (choices !== undefined) return choices.map((each) => `\`${each}\``).join(', ');
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  return items === undefined ? name : `${name} of ${typeOf(items)}`;
}

/** The time at which a claim was recorded differs from run to run. */
function withoutClock(output: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(output).replace(/"at":"[^"]+"/g, '"at":"2026-11-22T12:00:00.000Z"'));
}

const MEMORY_PATH = 'semantic/memory/fact/the-batteries-of-the-buoys-are-changed-in-april-k3f9q2x7m1ab.md';
const MEMORY = `---
id: mem_k3f9q2x7m1ab
type: semantic
kind: fact
source: agent
agent: "helper"
session: "conv_4tq81zmd0p2w"
entity: "buoys"
privacy: private
created: 2026-11-20T09:00:00Z
---
The batteries of the buoys are changed in April.
`;

async function runExamples(): Promise<ReadonlyMap<string, Example>> {
  const folder = mkdtempSync(join(tmpdir(), 'memora-reference-'));
  const vault = join(folder, 'vault');
  cpSync(DEMO, vault, { recursive: true });
  mkdirSync(join(vault, 'semantic/memory/fact'), { recursive: true });
  writeFileSync(join(vault, MEMORY_PATH), MEMORY);
  const RunDate = globalThis.Date;
  globalThis.Date = StandingDate as DateConstructor;
  try {
    await using memory = await openMemory({
      vault,
      env: { MEMORA_CONFIG_DIR: join(folder, 'config'), MEMORA_EMBED_PROVIDER: 'none' },
      now: () => new Date(TIME),
    });
    await memory.index();
    const cited = await findCited(memory);
    const done = new Map<string, Example>();
    // Tools that write come last. Otherwise the examples of the others would show what they wrote.
    for (const tool of toolsOf('all').toSorted((a, b) => Number(b.isReadOnly) - Number(a.isReadOnly))) {
      const input = exampleInput(tool, cited) as Example['input'];
      done.set(tool.name, { input, output: withoutClock(await tool.run(memory, input, CALL)) });
    }
    return done;
  } finally {
    globalThis.Date = RunDate;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The claim of the demo vault that the examples cite. */
async function findCited(memory: Memory): Promise<string> {
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims);
  const cited = claims.find((_, i) => texts[i] === 'The reporting interval is 30 seconds.');
  if (cited === undefined) throw new Error('the demo vault does not say what the reporting interval is');
  return cited.id;
}
