import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { listSchemas } from './protocol/list-schemas.ts';
import { toolsOf } from './tools.ts';
import { TOOLSETS, type Toolset } from './toolset.ts';

interface Listed {
  readonly properties: Record<string, unknown>;
  readonly required?: readonly string[];
}

const page = readFileSync(new URL('../../../docs/reference/packages/mcp.md', import.meta.url), 'utf8');

describe('the tool schemas', () => {
  it('cost at most 4,000 tokens together, the core set less', () => {
    expect(tokensOf('all')).toBeLessThanOrEqual(4000);
    expect(tokensOf('core')).toBeLessThan(tokensOf('all'));
    expect(tokensOf('memory')).toBeLessThanOrEqual(1300);
  });

  it('cost what the reference says', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `--tools '));
    expect(rows).toEqual(
      TOOLSETS.map(
        (set) => `| \`--tools ${set}\` | ${toolsOf(set).length} | ${tokensOf(set).toLocaleString('en')} |`,
      ),
    );
  });

  it('are those of the contracts', () => {
    expect(toolsOf('all').map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "memora_query",
        "memora_query_cited",
        "memora_verify_answer",
        "memora_verify_claim",
        "memora_get_note",
        "memora_get_atlas",
        "memora_get_world_map",
        "memora_capture",
        "memora_consolidate",
        "memora_stale_claims",
        "memora_contradictions",
        "memora_challenge",
        "memora_decisions",
        "memora_remember",
        "memora_recall",
        "memora_list",
        "memora_get_memories",
        "memora_supersede",
        "memora_forget",
        "memora_context",
      ]
    `);
    expect(toolsOf('core').map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "memora_query",
        "memora_query_cited",
        "memora_verify_answer",
        "memora_get_note",
        "memora_get_world_map",
        "memora_capture",
      ]
    `);
  });

  it.each(toolsOf('all').map((tool) => [tool.name, tool] as const))(
    '%s lists only properties that it has',
    (_, tool) => {
      for (const { properties, required = [] } of [
        listSchemas(tool).inputSchema,
        listSchemas(tool).outputSchema,
      ] as unknown as Listed[]) {
        expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required]));
      }
      expect(listSchemas(tool).inputSchema['additionalProperties']).toBe(false);
      expect(tool.description.length).toBeLessThan(300);
    },
  );
});

/** Tokens of what `tools/list` puts into a conversation: name, description and schemas, as o200k counts them. */
function tokensOf(toolset: Toolset): number {
  const listed = toolsOf(toolset).map((tool) => ({
    name: tool.name,
    description: tool.description,
    ...listSchemas(tool),
  }));
  return countTokens(JSON.stringify(listed));
}
