import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');
const json = async (path: string) => JSON.parse(await read(path)) as Record<string, never>;
const HOME = 'https://github.com/memora-dev/memora';
const packages = await readdir(join(root, 'packages'));

describe.each(packages)('the package %s', (name) => {
  it('says who made it, where its source is and what it is about', async () => {
    const manifest: Record<string, unknown> = await json(`packages/${name}/package.json`);
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      homepage: `${HOME}/tree/main/packages/${name}#readme`,
      bugs: `${HOME}/issues`,
      repository: { type: 'git', url: `git+${HOME}.git`, directory: `packages/${name}` },
      publishConfig: { access: 'public' },
    });
    expect(manifest['author']).toBeTruthy();
    expect((manifest['keywords'] as string[]).length).toBeGreaterThan(1);
    for (const hook of ['preinstall', 'install', 'postinstall'])
      expect(manifest['scripts']).not.toHaveProperty(hook);
  });

  it('links from its README to places that exist, by absolute addresses', async () => {
    const path = `packages/${name}/README.md`;
    const text = (await read(path)).replace(/^```[\s\S]*?^```/gmu, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      expect([path, target]).toEqual([path, expect.stringMatching(/^(?:https:\/\/|#)/)]);
      const own = new RegExp(`^${HOME}/(?:blob|tree|raw)/main/([^#]+)`).exec(target)?.[1];
      if (own !== undefined) expect([target, existsSync(join(root, own))]).toEqual([target, true]);
    }
  });
});

it.each(['cli', 'mcp', 'engine'])(
  '%s, which brings the reader of documents, lets every layout find its parsers',
  async (name) => {
    interface Peers {
      readonly peerDependencies: Readonly<Record<string, string>>;
      readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
    }
    const ingest = (await json('packages/ingest/package.json')) as unknown as Peers;
    const bringing = (await json(`packages/${name}/package.json`)) as unknown as Peers;
    expect(Object.keys(ingest.peerDependencies)).toContain('unpdf');
    expect(bringing.peerDependencies).toMatchObject(ingest.peerDependencies);
    expect(bringing.peerDependenciesMeta).toMatchObject(ingest.peerDependenciesMeta);
  },
);

it('the entry for the MCP registry names the package and the variable that the server reads', async () => {
  const server: Record<string, unknown> = await json('packaging/server.json');
  const mcp: Record<string, unknown> = await json('packages/mcp/package.json');
  expect(server['name']).toBe(mcp['mcpName']);
  expect(server['version']).toBe(mcp['version']);
  expect(whatTheRegistryRefuses(server)).toEqual([]);
  const [npm = {}] = server['packages'] as object[];
  for (const wrong of [
    { description: 'x'.repeat(101) },
    { name: 'io.github.memora-dev/memora/mcp' },
    { version: '^1.0.0' },
    { title: '' },
    { repository: { url: 'https://github.com/memora-dev/memora' } },
    { packages: [{ ...npm, version: 'latest' }] },
    { packages: [{ ...npm, transport: { type: 'http' } }] },
    { packages: [{ ...npm, environmentVariables: [{ description: 'nameless' }] }] },
    { packages: [{ ...npm, environmentVariables: [{ name: 'A', format: 'folder' }] }] },
  ])
    expect(whatTheRegistryRefuses({ ...server, ...wrong })).not.toEqual([]);
  expect(server['packages']).toMatchObject([
    { registryType: 'npm', identifier: mcp['name'], version: mcp['version'], transport: { type: 'stdio' } },
  ]);
  expect(await read('packages/mcp/src/run-bin.ts')).toContain("env['MEMORA_VAULT']");
});

/**
 * Paths that the registry's schema of 2025-12-11 does not allow, for the fields that Memora uses. The schema
 * itself belongs to the registry and is not in the repository.
 */
function whatTheRegistryRefuses(server: object): string[] {
  const version = z
    .string()
    .min(1)
    .max(255)
    .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u);
  const variable = z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    isRequired: z.boolean().optional(),
    isSecret: z.boolean().optional(),
    format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  });
  const schema = z.strictObject({
    $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
    name: z
      .string()
      .min(3)
      .max(200)
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u),
    title: z.string().min(1).max(100),
    description: z.string().min(1).max(100),
    version,
    repository: z.strictObject({ url: z.url(), source: z.literal('github'), subfolder: z.string() }),
    packages: z.array(
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: z.string(),
        version,
        runtimeHint: z.string(),
        transport: z.strictObject({ type: z.literal('stdio') }),
        environmentVariables: z.array(variable),
      }),
    ),
  });
  return (schema.safeParse(server).error?.issues ?? []).map(({ path }) => path.join('.'));
}

it('the workflows can be read, run what the repository has, and publish without a stored token', async () => {
  const scripts: Record<string, unknown> = await json('package.json').then((each) => each['scripts'] ?? {});
  for (const file of await readdir(join(root, '.github/workflows'))) {
    const text = await read(`.github/workflows/${file}`);
    const { jobs, permissions } = parse(text) as {
      jobs: Record<string, { steps: { run?: string }[] }>;
      permissions: object;
    };
    expect(permissions).toBeTruthy();
    for (const { steps } of Object.values(jobs)) {
      for (const { run = '' } of steps) {
        const script = /pnpm@12 (?!install|exec|-r|changeset)([\w-]+)/.exec(run)?.[1];
        if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
        const path = /(?:node |^)((?:scripts\/|\.ci\/)[\w./-]+)/.exec(run)?.[1];
        if (path !== undefined) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
      }
    }
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  }
  const release = parse(await read('.github/workflows/release.yml')) as { permissions: object };
  expect(release.permissions).toMatchObject({ 'id-token': 'write' });
});

it('the image of one vault runs as its own user, installs nothing, and reports its health', async () => {
  const text = await read('deploy/Dockerfile');
  const last = text.slice(text.indexOf(' AS vault'), text.lastIndexOf('FROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).not.toMatch(/npm (?:install|ci)|COPY \. /);
});

it('llms.txt and AGENTS.md point to what exists', async () => {
  for (const [, path = ''] of (await read('llms.txt')).matchAll(/\/(?:blob|tree)\/main\/([^)#]+)/g))
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  for (const [, path = ''] of (await read('AGENTS.md')).matchAll(/\]\((?!https?:)([^)#]+)\)/g))
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});

it('runs actions of others only at a reviewed commit', async () => {
  const files = await readdir(join(root, '.github'), { recursive: true });
  const used: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.yml')))
    for (const [, action = ''] of (await read(join('.github', file))).matchAll(/^\s*-? ?uses: (\S+)/gmu))
      used.push(action);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((action) => !action.startsWith('./') && !/@[\da-f]{40}$/u.test(action))).toEqual([]);
});
