import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listSchemas } from './protocol/list-schemas.ts';
import { countListedTokens } from './testing-fixtures/count-listed-tokens.ts';
import { toolsOf } from './tools.ts';

interface Listed {
  readonly properties: Record<string, unknown>;
  readonly required?: readonly string[];
}

/** Tools that programs call by name. */
const CONTRACT =
  'query query_cited verify_answer verify_claim get_note get_atlas get_world_map capture consolidate stale_claims contradictions challenge decisions remember recall list get_memories supersede forget context reflect';

describe('the tool schemas', () => {
  it('cost at most 4,000 tokens together, the core set less', () => {
    expect(countListedTokens('all')).toBeLessThanOrEqual(4000);
    expect(countListedTokens('core')).toBeLessThan(countListedTokens('all'));
    expect(countListedTokens('memory')).toBeLessThanOrEqual(900);
  });

  it('are those of the contracts', () => {
    const names = toolsOf('all').map(({ name }) => name);
    expect(CONTRACT.split(' ').filter((name) => !names.some((each) => each === `memora_${name}`))).toEqual(
      [],
    );
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

  it('are all known to the skill of the plugin, but the one that hooks do', async () => {
    const plugin = new URL('../../../packaging/integrations/claude-code/', import.meta.url);
    const skill = await readFile(new URL('skills/memora-memory/SKILL.md', plugin), 'utf8');
    const unknown = toolsOf('memory').filter(({ name }) => !skill.includes(`\`${name}\``));
    expect(unknown.map(({ name }) => name)).toEqual(['memora_context']);
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
