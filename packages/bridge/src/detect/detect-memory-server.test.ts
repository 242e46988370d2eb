import { expect, it } from 'vitest';
import { TOOL_LISTS } from '../testing-fixtures/tool-lists.ts';
import { detectMemoryServer } from './detect-memory-server.ts';

it('knows memory servers by names and arguments, and takes nothing else for one', () => {
  expect(TOOL_LISTS.length).toBeGreaterThanOrEqual(60);
  const made = TOOL_LISTS.map(({ of, tools }) => [of, detectMemoryServer(tools)?.kind ?? null]);
  expect(made).toEqual(TOOL_LISTS.map(({ of, kind }) => [of, kind]));
});

it('uses no tool that deletes to search, to save or to list', () => {
  for (const { tools } of TOOL_LISTS) {
    const found = detectMemoryServer(tools);
    for (const tool of [found?.search, found?.save, found?.list])
      expect(tool?.name ?? '').not.toMatch(/delete|remove|clear|purge|update/u);
  }
});

it('says which argument takes what, and whose memory a call must name', () => {
  const text = { type: 'string' };
  const tools = [
    {
      name: 'mcp__mem0__add-memory',
      inputSchema: { properties: { content: text, userId: text }, required: ['content', 'userId'] },
    },
    {
      name: 'mcp__mem0__search-memories',
      inputSchema: { properties: { query: text }, required: ['query'] },
    },
  ];
  expect(detectMemoryServer(tools)).toEqual({
    kind: 'mem0',
    prefix: 'mcp__mem0__',
    search: { name: 'mcp__mem0__search-memories', argument: 'query', user: null },
    save: { name: 'mcp__mem0__add-memory', argument: 'content', user: 'userId' },
    list: null,
    remove: null,
  });
});

it('takes any answer of a server for a list of tools', () => {
  const hostile: unknown[] = [
    { name: 'search_memories', inputSchema: null },
    { name: 'add_memory', inputSchema: { properties: [], required: 'text' } },
    { name: 5 },
    { name: `${'mcp__'.repeat(100_000)}search_memories`, inputSchema: {} },
    { name: 'search_memories', inputSchema: { properties: { query: { type: { a: 1 } } }, required: [null] } },
    { name: 'search_memories', inputSchema: JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') },
  ];
  expect(detectMemoryServer(hostile as never)).toBeNull();
});
