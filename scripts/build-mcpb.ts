/**
 * Packs the MCP server as one file that a desktop client installs: `node scripts/build-mcpb.ts [FILE]`, after
 * a build of `@memora/mcp`; `memora.mcpb` by default. It contains no native code, because `node:sqlite` opens
 * the store. All entries have the same time, so that the same build gives the same bytes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Zippable, zipSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The bytes of the bundle. Throws if the server is not built. */
export function packMcpb(): Uint8Array {
  const read = (path: string) => readFileSync(join(root, path));
  const { version } = JSON.parse(read('packages/mcp/package.json').toString('utf8')) as { version: string };
  const manifest = JSON.parse(read('packaging/mcpb/manifest.json').toString('utf8')) as object;
  const files: Zippable = {
    'manifest.json': Buffer.from(`${JSON.stringify({ ...manifest, version }, null, 2)}\n`),
    // The server reads its version from this file, and Node treats the server's files as modules because of it.
    'package.json': Buffer.from(`${JSON.stringify({ name: '@memora/mcp', version, type: 'module' })}\n`),
    LICENSE: read('packages/mcp/LICENSE'),
    'THIRD-PARTY.txt': read('packages/mcp/dist/THIRD-PARTY.txt'),
    'README.md': read('packages/mcp/README.md'),
  };
  for (const name of loadedNames(join(root, 'packages/mcp/dist')))
    files[`server/${name}`] = read(`packages/mcp/dist/${name}`);
  return zipSync(files, { level: 9, mtime: new Date(1980, 0, 1) });
}

/** The modules of the bin and its threads, and their data. A bundle serves one person's vault, so the team server is left out. */
function loadedNames(folder: string): readonly string[] {
  const all = readdirSync(folder).filter((name) => /\.(?:c?js|bin)$/.test(name));
  const loaded = new Set(all.filter((name) => /^bin\.js$|^read-[a-z-]+\.js$|\.bin$/.test(name)));
  for (const name of loaded) {
    if (name.endsWith('.bin')) continue;
    for (const [found] of readFileSync(join(folder, name), 'latin1').matchAll(/[\w.-]+\.c?js\b/g))
      if (all.includes(found) && !found.startsWith('serve-team')) loaded.add(found);
  }
  return [...loaded].toSorted();
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2] ?? 'memora.mcpb';
  const bytes = packMcpb();
  writeFileSync(file, bytes);
  console.log(`${file}: ${(bytes.length / 1024 ** 2).toFixed(1)} MB`);
}
