import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { toolsOf } from '../tools.ts';

/** The claim id in examples. */
const SAMPLE = '1a2b3c4d5e6f7g8h';

/** A tool's example input, with the id of an existing claim. */
export function exampleInput({ example }: Pick<ToolDefinition, 'example'>, claimId: string): object {
  return JSON.parse(JSON.stringify(example).replaceAll(SAMPLE, claimId)) as object;
}

/** Every tool of a vault's server, each once. */
export function vaultTools(): readonly ToolDefinition[] {
  return [...toolsOf('ingest'), ...toolsOf('files')];
}
