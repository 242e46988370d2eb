/**
 * Writes `docs/reference/{cli,config,json,licences,mcp,notes}.md` from the tables in the code: `node --conditions=memora-source scripts/write-references.ts`.
 * With `--check` it writes nothing, and exits 1 where a page is not what the tables say.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCliReference } from './references/write-cli.ts';
import { writeConfigReference } from './references/write-config.ts';
import { writeJsonReference } from './references/write-json.ts';
import { writeLicencesReference } from './references/write-licences.ts';
import { writeMcpReference } from './references/write-mcp.ts';
import { writeNotesReference } from './references/write-notes.ts';

const folder = fileURLToPath(new URL('../docs/reference', import.meta.url));
const NOTE = '<!-- Written by scripts/write-references.ts from the tables in the code. Do not edit. -->\n\n';
const pages: readonly (readonly [string, string])[] = [
  ['cli.md', writeCliReference()],
  ['config.md', writeConfigReference()],
  ['json.md', await writeJsonReference()],
  ['licences.md', writeLicencesReference()],
  ['mcp.md', await writeMcpReference()],
  ['notes.md', writeNotesReference()],
];
let stale = 0;
for (const [name, text] of pages) {
  const path = join(folder, name);
  const wanted = NOTE + text;
  if (!process.argv.includes('--check')) writeFileSync(path, wanted);
  else if (readOrEmpty(path) !== wanted) {
    console.error(`docs/reference/${name} is not what the code says: run \`pnpm references\``);
    stale++;
  }
}
if (stale > 0) process.exitCode = 1;
else console.log('references: in order');

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
