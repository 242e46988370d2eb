import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { toolsOf } from '../tools.ts';

/** The claim of examples. */
const SAMPLE = '1a2b3c4d5e6f7g8h';

/** What a row's example is, with the id of a claim that there is. */
export function exampleInput({ example }: Pick<ToolDefinition, 'example'>, claimId: string): object {
  return JSON.parse(JSON.stringify(example).replaceAll(SAMPLE, claimId)) as object;
}

/** Every tool of the server of a vault, each once. */
export function vaultTools(): readonly ToolDefinition[] {
  return [...toolsOf('ingest'), ...toolsOf('files')];
}
