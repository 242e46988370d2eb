/**
 * Fails if the row of an operation is incomplete: `node --conditions=memora-source
 * scripts/check-operations.ts`. A row has a summary and one name for each interface. Its schemas are JSON
 * Schema. If its result contains note text, it says how that text is redacted. `check` runs it. Each breach
 * names its row.
 */
import { fileURLToPath } from 'node:url';
import { GLOBAL_OPTIONS } from '../packages/cli/src/program/build-program.ts';
import type { CommandSpec } from '../packages/cli/src/program/command-spec.ts';
import { COMMANDS } from '../packages/cli/src/program/command-table.ts';
import { type JsonSchema, toJsonSchema, wholeSchemas } from '../packages/mcp/src/protocol/list-schemas.ts';
import type { ToolDefinition } from '../packages/mcp/src/protocol/tool-definition.ts';
import { zodOf } from '../packages/mcp/src/protocol/zod-of.ts';
import { teamToolsOf } from '../packages/mcp/src/team/tools/team-tools.ts';
import { vaultTools } from '../packages/mcp/src/testing-fixtures/example-calls.ts';
import { twinDifferences } from './operations/twin-differences.ts';

/** Fields with note text, anywhere in a result. An object whose fields no schema names may contain such text, too. */
const OF_NOTES = new Set(
  'text clean_text source_text snippet passage quote object summary title heading_path body markdown atlas_markdown because memories prefix turn'.split(
    ' ',
  ),
);

/** Breaches of rows, as `row: breach`. */
export async function checkOperations(
  tools: readonly ToolDefinition[],
  commands: readonly CommandSpec[],
): Promise<string[]> {
  const outputs = await Promise.all(commands.map(checkOutput));
  return [
    ...tools.flatMap(checkTool),
    ...commands.flatMap(checkCommand),
    ...outputs.flat(),
    ...commands.flatMap(checkExample(commands)),
    ...words(commands).flatMap(([word, first]) =>
      first.group === undefined ? [`memora ${word}: has no group of the help`] : [],
    ),
    ...(await Promise.all(tools.map(checkTwin(commands)))).flat(),
    ...namedTwice(tools.map(({ name }) => [name, name])),
    ...namedTwice(commands.flatMap(namesOf)),
    ...tools.flatMap(({ name, cli }) =>
      cli === undefined || commands.some((command) => command.name === cli)
        ? []
        : [`${name}: memora ${cli} is no command`],
    ),
  ];
}

function checkTool(tool: ToolDefinition): string[] {
  const { name, description, redacted } = tool;
  const missing = description.trim() === '' ? [`${name}: has no summary`] : [];
  if (!zodOf(tool.input()).safeParse(tool.example).success)
    missing.push(`${name}: its input refuses its example`);
  try {
    return [...missing, ...checkRedaction(name, wholeSchemas(tool).outputSchema, redacted)];
  } catch (error) {
    return [...missing, `${name}: JSON Schema can't say its input or output: ${(error as Error).message}`];
  }
}

/** A command has a schema for its output, or a reason for having none. */
async function checkOutput({ name, output, gives, redacted }: CommandSpec): Promise<string[]> {
  const row = `memora ${name}`;
  if (output === undefined)
    return gives === undefined ? [`${row}: has no output, and no \`gives\` says why`] : [];
  if (gives !== undefined) return [`${row}: has an output, so \`gives\` says it twice`];
  try {
    return checkRedaction(row, toJsonSchema(await output()), redacted);
  } catch (error) {
    return [`${row}: JSON Schema can't say its output: ${(error as Error).message}`];
  }
}

/** A tool and its command return the same, except for the differences that the row names with a reason. */
const checkTwin =
  (commands: readonly CommandSpec[]) =>
  async ({ name, cli, cliItem, output, differs = {} }: ToolDefinition): Promise<string[]> => {
    const command = commands.find((each) => each.name === cli)?.output;
    if (command === undefined) return [];
    const schemas = [zodOf(output()), await command()].map(toJsonOrNull);
    const [own, other] = schemas;
    if (own === undefined || other === undefined || own === null || other === null) return [];
    const found = twinDifferences(own, other, cliItem);
    const named = Object.keys(differs);
    const isNamed = (path: string) => named.some((each) => path === each || path.startsWith(`${each}.`));
    return [
      ...found
        .filter((path) => !isNamed(path))
        .map((path) => `${name}: ${path} is not what memora ${cli} gives, and no \`differs\` says why`),
      ...named
        .filter((each) => !found.some((path) => path === each || path.startsWith(`${each}.`)))
        .map((each) => `${name}: ${each} is what memora ${cli} gives: \`differs\` says otherwise`),
    ];
  };

/** Null if JSON Schema cannot express it, which is a breach of its own. */
function toJsonOrNull(schema: Parameters<typeof toJsonSchema>[0]): JsonSchema | null {
  try {
    return toJsonSchema(schema);
  } catch {
    return null;
  }
}

function checkRedaction(row: string, output: JsonSchema, redacted: string | undefined): string[] {
  const ofNotes = redacted === undefined ? notesIn(output, '') : [];
  return ofNotes.map((at) => `${row}: ${at} may hold secret text, and the row has no \`redacted\``);
}

/** An example uses its own command, after commands that exist. */
const checkExample =
  (commands: readonly CommandSpec[]) =>
  (spec: CommandSpec): string[] => [
    ...(spec.example.startsWith(`memora ${spec.name}`)
      ? []
      : [`memora ${spec.name}: has the example of another`]),
    ...(spec.after ?? []).flatMap((name) =>
      commands.some((other) => other.name === name)
        ? []
        : [`memora ${spec.name}: runs after ${name}, which is no command`],
    ),
  ];

/** The first row of each word. */
function words(commands: readonly CommandSpec[]): [word: string, first: CommandSpec][] {
  const rows = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '');
  return [...rows].flatMap(([word, [first]]) => (first === undefined ? [] : [[word, first]]));
}

/** The fields of a schema that may contain note text. */
function notesIn(schema: JsonSchema, at: string): string[] {
  const { properties = {}, items, anyOf = [], type, additionalProperties } = schema;
  const name = at.split('.').at(-1) ?? '';
  const { type: each } = (additionalProperties ?? {}) as JsonSchema;
  const isFigures = each === 'integer' || each === 'number';
  const isEmpty = Object.keys(properties as object).length === 0;
  const isOpen = type === 'object' && additionalProperties !== false && isEmpty && !isFigures;
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (isOpen || (isText && OF_NOTES.has(name))) return [at];
  return [
    ...Object.entries(properties as Record<string, JsonSchema>).flatMap(([field, inner]) =>
      notesIn(inner, at === '' ? field : `${at}.${field}`),
    ),
    ...(items === undefined ? [] : notesIn(items as JsonSchema, at)),
    ...(anyOf as JsonSchema[]).flatMap((inner) => notesIn(inner, at)),
  ];
}

function checkCommand({ name, summary, options = [] }: CommandSpec): string[] {
  const flags = [...options.map((option) => option.flags), ...GLOBAL_OPTIONS.map(([each]) => each)].map(
    (each) => each.split(', ').at(-1)?.split(' ')[0] ?? '',
  );
  const twice = flags.filter((flag, i) => flags.indexOf(flag) !== i);
  return [
    ...(summary.trim() === '' ? [`memora ${name}: has no summary`] : []),
    ...twice.map((flag) => `memora ${name}: has ${flag} twice`),
    ...options.flatMap(({ flags: each, description }) =>
      description.trim() === '' ? [`memora ${name}: ${each} has no summary`] : [],
    ),
  ];
}

function namesOf({ name, alias }: CommandSpec): [name: string, row: string][] {
  const names = alias === undefined ? [name] : [name, [...name.split(' ').slice(0, -1), alias].join(' ')];
  return names.map((each) => [each, `memora ${name}`]);
}

/** Names that two rows have. */
function namedTwice(names: readonly (readonly string[])[]): string[] {
  return names.flatMap(([name, row], i) => {
    const first = names.findIndex(([other]) => other === name);
    return first === i ? [] : [`${row}: ${name} is the name of ${names[first]?.[1]} already`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ofVault = vaultTools();
  const own = new Set<string>(ofVault.map(({ name }) => name));
  const tools = [...ofVault, ...teamToolsOf('all').filter(({ name }) => !own.has(name))];
  const breaches = await checkOperations(tools, COMMANDS);
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
  else console.log(`operations: in order (${tools.length} tools, ${COMMANDS.length} commands)`);
}
