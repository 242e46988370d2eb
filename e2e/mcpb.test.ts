import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { driveMcp, startPiped } from './canary/drive-mcp.ts';
import { openWorkspace, snapshot } from './open-workspace.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packs the built server and returns the bundle's bytes. */
async function packMcpb(folder: string): Promise<Buffer> {
  const file = join(folder, `${Math.random()}.mcpb`);
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build-mcpb.ts'), file]);
  return readFile(file);
}

interface Manifest {
  readonly version: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[]; readonly env: object };
  };
  readonly user_config: Readonly<Record<string, { readonly type: string; readonly title: string }>>;
}

it('the bundle for desktop clients holds no native code, starts as its manifest says, and answers with citations', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n' });
  const bytes = await packMcpb(workspace.folder);
  expect((await packMcpb(workspace.folder)).equals(bytes)).toBe(true);
  const files = unzipSync(bytes);
  const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString('utf8')) as Manifest;
  const { version } = JSON.parse(await readFile(join(root, 'packages/mcp/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    name: 'memora',
    version,
    server: { type: 'node' },
  });
  expect(Object.keys(files)).toContain(manifest.server.entry_point);
  expect(Object.keys(files).filter((name) => /\.node$|node_modules|\.ts$|\.map$/.test(name))).toEqual([]);
  for (const [, name = ''] of JSON.stringify(manifest.server).matchAll(/\$\{user_config\.(\w+)\}/g))
    expect(manifest.user_config[name]).toMatchObject({ type: 'directory', required: true });

  const notes = await snapshot(workspace.vault);
  const installed = join(workspace.folder, 'bundle');
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(installed, name)), { recursive: true });
    await writeFile(join(installed, name), bytes);
  }
  const filled = (text: string) =>
    text.replace('$\x7b__dirname}', installed).replace('$\x7buser_config.vault}', workspace.vault);
  const { command, args, env } = manifest.server.mcp_config;
  expect(command).toBe('node');
  const said = await driveMcp(
    () =>
      startPiped(process.execPath, args.map(filled), {
        ...workspace.env,
        ...(JSON.parse(JSON.stringify(env), (_, value) =>
          typeof value === 'string' ? filled(value) : value,
        ) as object),
      }),
    [
      {
        method: 'tools/call',
        params: {
          name: 'memora_query_cited',
          arguments: { query: 'At how many bar does the cooling pump run?' },
        },
      },
    ],
  );
  expect(said.code, said.stderr).toBe(0);
  expect(said.stdout).toMatch(/40 bar.{0,4} ?\[claim:[0-9a-z]{16}\]/);
  expect([...(await snapshot(workspace.vault))].filter(([name]) => !name.startsWith('.memora'))).toEqual([
    ...notes,
  ]);
});
