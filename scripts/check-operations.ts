/**
 * Fails where a row of an operation is not whole: `node --conditions=memora-source scripts/check-operations.ts`. A row has a summary and one name on each face, its
 * schemas are JSON Schema, and where its result holds text of notes it says what of it is redacted. Run by `check`; each breach names its row.
 */
import { fileURLToPath } from 'node:url';
import { GLOBAL_OPTIONS } from '../packages/cli/src/program/build-program.ts';
import type { CommandSpec } from '../packages/cli/src/program/command-spec.ts';
import { COMMANDS } from '../packages/cli/src/program/command-table.ts';
import { type JsonSchema, wholeSchemas } from '../packages/mcp/src/protocol/list-schemas.ts';
import type { ToolDefinition } from '../packages/mcp/src/protocol/tool-definition.ts';
import { teamToolsOf } from '../packages/mcp/src/team/tools/team-tools.ts';
import { toolsOf } from '../packages/mcp/src/tools.ts';

/** Fields that hold text of notes, wherever they stand in a result; an object whose fields no schema names may hold it, too. */
const OF_NOTES = new Set(
  'text clean_text snippet passage summary title heading_path body markdown atlas_markdown because memories prefix turn'.split(
    ' ',
  ),
);

/** Breaches of rows, as `row: what`. */
export function checkOperations(
  tools: readonly ToolDefinition[],
  commands: readonly CommandSpec[],
): string[] {
  return [
    ...tools.flatMap(checkTool),
    ...commands.flatMap(checkCommand),
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
  let output: JsonSchema;
  try {
    output = wholeSchemas(tool).outputSchema;
  } catch (error) {
    return [...missing, `${name}: JSON Schema can't say its input or output: ${(error as Error).message}`];
  }
  const ofNotes = redacted === undefined ? notesIn(output, '') : [];
  return [
    ...missing,
    ...ofNotes.map((at) => `${name}: ${at} may hold secret text, and the row has no \`redacted\``),
  ];
}

/** The fields of a schema that may hold text of notes. */
function notesIn(schema: JsonSchema, at: string): string[] {
  const { properties = {}, items, anyOf = [], type, additionalProperties } = schema;
  const name = at.split('.').at(-1) ?? '';
  const isOpen =
    type === 'object' && additionalProperties !== false && Object.keys(properties as object).length === 0;
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
  const ofVault = [...toolsOf('ingest'), ...toolsOf('files')];
  const own = new Set(ofVault.map(({ name }) => name));
  const tools = [...ofVault, ...teamToolsOf('all').filter(({ name }) => !own.has(name))];
  const breaches = checkOperations(tools, COMMANDS);
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
  else console.log(`operations: in order (${tools.length} tools, ${COMMANDS.length} commands)`);
}
