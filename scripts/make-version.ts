/**
 * Makes the versions and changelogs of a release from the texts in `.changeset`, as the release workflow does: `node scripts/make-version.ts`.
 * The entry for the MCP registry and the Claude Code plugin, which are published with the packages, get the same version.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
execFileSync(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], {
  cwd: root,
  stdio: 'inherit',
});
const { version } = JSON.parse(readFileSync(join(root, 'packages/mcp/package.json'), 'utf8')) as {
  version: string;
};
for (const path of [
  'packaging/server.json',
  'packaging/integrations/claude-code/.claude-plugin/plugin.json',
]) {
  const text = readFileSync(join(root, path), 'utf8');
  writeFileSync(join(root, path), text.replace(/("version": )"[^"]*"/g, `$1"${version}"`));
}
console.log(`version ${version}`);
