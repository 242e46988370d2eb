import { isDeepStrictEqual } from 'node:util';
import { listOperations as listTools, type Operation } from '@memora/mcp';
import type { CommandContext, CommandSpec } from '../program/command-spec.ts';
import { COMMANDS } from '../program/command-table.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists what Memora does, each once: as a command, as a tool of an agent, and as a tool of a team's server. */
export async function listOperations({ output }: CommandContext): Promise<ExitCode> {
  const operations = await allOperations();
  output.payload({ operations });
  for (const { name, cli, mcp, team, summary } of operations) {
    const places = [
      ...(cli === null ? [] : [`memora ${cli}`]),
      ...(mcp === null ? [] : ['MCP']),
      ...(team === null ? [] : ['team']),
    ];
    output.line(`${output.style('bold', name)}  ${output.style('dim', places.join(' · '))}`);
    output.line(`    ${summary}`);
  }
  return EXIT.done;
}

/** An operation, with the output of its command if that differs from its tool's. */
interface CommandOperation extends Operation {
  readonly cli_output: Operation['output'];
}

/** The tools with their commands, then the commands that are not tools. */
export async function allOperations(): Promise<readonly CommandOperation[]> {
  const { toJsonSchema } = await import('@memora/mcp/outputs');
  const outputs = new Map<string, Operation['output']>();
  for (const { name, output } of COMMANDS)
    outputs.set(name, output === undefined ? null : toJsonSchema(await output()));
  const tools = listTools();
  const twins = new Set(tools.map(({ cli }) => cli));
  return [
    ...tools.map((tool) => {
      const own = outputs.get(tool.cli ?? '') ?? null;
      return { ...tool, cli_output: isDeepStrictEqual(own, withoutPages(tool.output)) ? null : own };
    }),
    ...COMMANDS.filter(({ name }) => !twins.has(name)).map((spec) => ({
      name: spec.name,
      summary: spec.summary,
      cli: spec.name,
      mcp: null,
      team: null,
      redacted: spec.redacted ?? null,
      differs: {},
      input: toInput(spec),
      output: outputs.get(spec.name) ?? null,
      cli_output: null,
    })),
  ];
}

/** The output of a tool without the fields for its pages, because a command prints all of them. */
function withoutPages(output: Operation['output']): Operation['output'] {
  const { next_cursor: _, ...properties } = (output?.['properties'] ?? {}) as Record<string, unknown>;
  return { ...output, properties };
}

/** Arguments and options of a command as JSON Schema. */
function toInput({ args, argChoices, options = [] }: CommandSpec): Operation['input'] {
  const positional = args === undefined ? [] : args.split(' ').map((each) => readArgument(each, argChoices));
  const named = options.map(({ flags, description, choices }) => {
    const [flag = '', value] = flags.split(', ').at(-1)?.split(' ') ?? [];
    const type =
      value === undefined ? { type: 'boolean' } : { type: 'string', ...(choices && { enum: choices }) };
    return { name: flag.replace('--', ''), isRequired: false, schema: { ...type, description } };
  });
  const fields = [...positional, ...named];
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** `<text...>`, `[file]`. */
function readArgument(notation: string, choices: readonly string[] | undefined) {
  const inner = notation.slice(1, -1);
  const isList = inner.endsWith('...');
  const text = { type: 'string', ...(choices && { enum: choices }) };
  return {
    name: isList ? inner.slice(0, -3) : inner,
    isRequired: notation.startsWith('<'),
    schema: isList ? { type: 'array', items: text } : text,
  };
}
