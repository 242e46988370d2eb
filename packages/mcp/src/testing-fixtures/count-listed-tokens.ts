import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { listSchemas } from '../protocol/list-schemas.ts';
import { toolsOf } from '../tools.ts';
import type { Toolset } from '../toolset.ts';

/** Tokens that `tools/list` adds to a conversation: name, description and schemas, counted by o200k. */
export function countListedTokens(toolset: Toolset): number {
  const listed = toolsOf(toolset).map((tool) => ({
    name: tool.name,
    description: tool.description,
    ...listSchemas(tool),
  }));
  return countTokens(JSON.stringify(listed));
}
