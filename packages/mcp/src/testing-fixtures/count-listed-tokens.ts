import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { listSchemas } from '../protocol/list-schemas.ts';
import { toolsOf } from '../tools.ts';
import type { Toolset } from '../toolset.ts';

/** Tokens of what `tools/list` puts into a conversation: name, description and schemas, as o200k counts them. */
export function countListedTokens(toolset: Toolset): number {
  const listed = toolsOf(toolset).map((tool) => ({
    name: tool.name,
    description: tool.description,
    ...listSchemas(tool),
  }));
  return countTokens(JSON.stringify(listed));
}
