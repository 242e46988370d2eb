import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/**
 * The errors and warnings of `claude plugin validate` (compared with version 2 of Claude Code) for the fields
 * that Memora uses. Its schemas may not be copied. An unknown field counts as a typo.
 */
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u;
const person = z.strictObject({
  name: z.string().min(1),
  email: z.email().optional(),
  url: z.url().optional(),
});
const manifest = z.strictObject({
  name: z.string().regex(KEBAB).max(64),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u),
  description: z.string().min(1),
  author: person,
  homepage: z.url(),
  repository: z.url(),
  license: z.string(),
  keywords: z.array(z.string()),
});
const EVENTS =
  'SessionStart UserPromptSubmit PreToolUse PostToolUse Notification Stop SubagentStop PreCompact SessionEnd'.split(
    ' ',
  );
const command = z.strictObject({
  type: z.literal('command'),
  command: z.string().min(1),
  timeout: z.number().positive().max(600).optional(),
  async: z.boolean().optional(),
});
const hooks = z.strictObject({
  description: z.string().optional(),
  hooks: z.partialRecord(
    z.enum(EVENTS),
    z.array(z.strictObject({ matcher: z.string().optional(), hooks: z.array(command).min(1) })).min(1),
  ),
});
const servers = z.strictObject({
  mcpServers: z.record(
    z.string().regex(/^[\w-]+$/u),
    z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const marketplace = z.strictObject({
  name: z.string().regex(KEBAB),
  owner: person,
  description: z.string().min(1),
  plugins: z
    .array(
      z.strictObject({
        name: z.string().regex(KEBAB),
        source: z.string().startsWith('./'),
        description: z.string().min(1),
      }),
    )
    .min(1),
});
const skill = z.strictObject({
  name: z.string().regex(KEBAB).max(64),
  description: z.string().min(1).max(1_024),
});

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packaging/integrations/claude-code');
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
const refused = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));

it('the plugin for Claude Code is complete: manifest, hooks, server, skill, and the marketplace that names it', async () => {
  const [plugin, hooked, served, market] = await Promise.all([
    json(join(folder, '.claude-plugin/plugin.json')),
    json(join(folder, 'hooks/hooks.json')),
    json(join(folder, '.mcp.json')),
    json(join(root, '.claude-plugin/marketplace.json')),
  ]);
  expect(refused(manifest, plugin)).toEqual([]);
  expect(refused(hooks, hooked)).toEqual([]);
  expect(refused(servers, served)).toEqual([]);
  expect(refused(marketplace, market)).toEqual([]);
  const [entry] = marketplace.parse(market).plugins;
  expect(entry?.name).toBe(plugin['name']);
  expect(join(root, entry?.source ?? '')).toBe(folder);
  for (const name of await readdir(join(folder, 'skills'))) {
    const text = await readFile(join(folder, 'skills', name, 'SKILL.md'), 'utf8');
    const head = parse(/^---\n([\s\S]*?)\n---\n/u.exec(text)?.[1] ?? '') as { name?: string };
    expect(refused(skill, head)).toEqual([]);
    expect(head.name).toBe(name);
  }
  // The manifest's folder may contain no other part of a plugin, because it would not be found there.
  expect(await readdir(join(folder, '.claude-plugin'))).toEqual(['plugin.json']);
  expect(existsSync(join(folder, 'README.md'))).toBe(true);
});

it('each hook runs the command for its own event', async () => {
  const { hooks: byEvent } = hooks.parse(await json(join(folder, 'hooks/hooks.json')));
  const runs = Object.entries(byEvent).flatMap(([event, groups]) =>
    (groups ?? []).flatMap((group) => group.hooks.map((each) => [event, each.command])),
  );
  expect(runs.map(([event]) => event)).toEqual([
    ...['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact', 'SessionEnd'],
  ]);
  for (const [event, line] of runs) expect(line).toBe(`memora memory hook ${event}`);
});

it.each([
  ['a name with a space', manifest, '.claude-plugin/plugin.json', { name: 'my memory' }],
  ['an author without a name', manifest, '.claude-plugin/plugin.json', { author: {} }],
  ['a homepage that is no address', manifest, '.claude-plugin/plugin.json', { homepage: 'here' }],
  ['a repository as npm writes it', manifest, '.claude-plugin/plugin.json', { repository: { url: 'x' } }],
  ['keywords in one string', manifest, '.claude-plugin/plugin.json', { keywords: 'a' }],
  ['a field that nobody reads', manifest, '.claude-plugin/plugin.json', { colour: 'red' }],
  ['an event that does not exist', hooks, 'hooks/hooks.json', { hooks: { SessionBegin: [] } }],
  [
    'a hook that is not in a group',
    hooks,
    'hooks/hooks.json',
    { hooks: { Stop: [{ type: 'command', command: 'x' }] } },
  ],
  [
    'a hook of another type',
    hooks,
    'hooks/hooks.json',
    { hooks: { Stop: [{ hooks: [{ type: 'shell', command: 'x' }] }] } },
  ],
  [
    'a hook without a command',
    hooks,
    'hooks/hooks.json',
    { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } },
  ],
  [
    'a timeout in words',
    hooks,
    'hooks/hooks.json',
    { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x', timeout: '60' }] }] } },
  ],
  ['hooks without their key', hooks, 'hooks/hooks.json', { hooks: undefined, Stop: [] }],
  ['a server without a command', servers, '.mcp.json', { mcpServers: { memora: { args: [] } } }],
  [
    'arguments in one string',
    servers,
    '.mcp.json',
    { mcpServers: { memora: { command: 'memora', args: 'serve' } } },
  ],
  ['servers in a list', servers, '.mcp.json', { mcpServers: [] }],
])('%s is refused', async (_, schema, path, wrong) => {
  expect(refused(schema, { ...(await json(join(folder, path))), ...wrong })).not.toEqual([]);
});
