import { type JsonSchema, wholeSchemas } from './protocol/list-schemas.ts';
import type { ToolDefinition } from './protocol/tool-definition.ts';
import { teamToolsOf } from './team/tools/team-tools.ts';
import { toolsOf } from './tools.ts';

/** An operation of Memora and where it is offered; null if it is not offered there. */
export interface Operation {
  readonly name: string;
  readonly summary: string;
  /** The command of `memora`. */
  readonly cli: string | null;
  /** The tool of a vault's MCP server. */
  readonly mcp: string | null;
  /** The tool of a team's server. */
  readonly team: string | null;
  /** The text of notes that the result omits; null if it holds none, or if a command shows it with `--reveal`. */
  readonly redacted: string | null;
  /** The fields in which the tool's result differs from the command's, and why. */
  readonly differs: Readonly<Record<string, string>>;
  readonly input: JsonSchema;
  /** Null if no schema describes the result. */
  readonly output: JsonSchema | null;
}

/** Every tool of the servers of a vault and of a team, by name. */
export function listOperations(): readonly Operation[] {
  const ofTeam = new Map<string, ToolDefinition>(teamToolsOf('all').map((tool) => [tool.name, tool]));
  const ofVault = [...toolsOf('ingest'), ...toolsOf('files')];
  const names = new Set<string>(ofVault.map(({ name }) => name));
  return [
    ...ofVault.map((tool) => toOperation(tool, tool.name, ofTeam.has(tool.name) ? tool.name : null)),
    ...[...ofTeam.values()]
      .filter(({ name }) => !names.has(name))
      .map((tool) => toOperation(tool, null, tool.name)),
  ];
}

function toOperation(tool: ToolDefinition, mcp: string | null, team: string | null): Operation {
  const { inputSchema, outputSchema } = wholeSchemas(tool);
  const { name, description, redacted = null, cli = null, differs = {} } = tool;
  // Anthropic's protocol fixes the name of its tool. Memora also has a command with that name.
  const own = name === 'memory' ? 'memory_files' : name;
  const faces = { cli, mcp, team };
  return {
    name: own,
    summary: description,
    ...faces,
    redacted,
    differs,
    input: inputSchema,
    output: outputSchema,
  };
}
