/**
 * Writes `docs/reference/{cli,config,json,licences,mcp,notes}.md`, `team-api.json`, `page-api.json`,
 * `generated-settings.ts`, `compiled-queries.json`, `scope-queries.json` and `team-queries.json` from the tables in the code:
 * `node --conditions=memora-source scripts/write-references.ts`. With `--check` it writes nothing, and exits
 * with 1 if one of them differs from the tables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  compileQueries,
  compileTeamQueries,
  writeQueries,
  writeScopeQueries,
} from '../packages/claims/src/store/queries/build/write-queries.ts';
import { engineQueries } from '../packages/engine/src/queries/engine-queries.ts';
import { describeTeamApi } from '../packages/mcp/src/team/people/describe-api.ts';
import { teamQueries } from '../packages/postgres/src/queries/team-queries.ts';
import { retrievalQueries } from '../packages/retrieval/src/queries/all-queries.ts';
import { describePageApi } from '../packages/studio/src/api/describe-page-api.ts';
import { writeCliReference } from './references/write-cli.ts';
import { writeConfigReference } from './references/write-config.ts';
import { writeJsonReference } from './references/write-json.ts';
import { writeLicencesReference } from './references/write-licences.ts';
import { writeMcpReference } from './references/write-mcp.ts';
import { writeNotesReference } from './references/write-notes.ts';
import { writeSettings } from './references/write-settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOTE = '<!-- Written by scripts/write-references.ts from the tables in the code. Do not edit. -->\n\n';
const pages: readonly (readonly [string, string])[] = [
  ['docs/reference/cli.md', NOTE + writeCliReference()],
  ['docs/reference/config.md', NOTE + writeConfigReference()],
  ['docs/reference/json.md', NOTE + (await writeJsonReference())],
  ['docs/reference/licences.md', NOTE + writeLicencesReference()],
  ['docs/reference/mcp.md', NOTE + (await writeMcpReference())],
  ['docs/reference/team-api.json', `${JSON.stringify(describeTeamApi())}\n`],
  ['docs/reference/page-api.json', `${JSON.stringify(describePageApi())}\n`],
  ['docs/reference/notes.md', NOTE + writeNotesReference()],
  ['packages/claims/src/store/queries/compiled-queries.json', writeQueries()],
  ['packages/postgres/src/read/scope-queries.json', writeScopeQueries()],
  ['packages/postgres/src/queries/team-queries.json', compileTeamQueries(teamQueries)],
  ['packages/retrieval/src/queries/compiled-queries.json', compileQueries(retrievalQueries)],
  ['packages/engine/src/queries/compiled-queries.json', compileQueries(engineQueries)],
  ['packages/engine/src/config/generated-settings.ts', writeSettings()],
];
let stale = 0;
for (const [name, wanted] of pages) {
  const path = join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(path, wanted);
  else if (readOrEmpty(path) !== wanted) {
    console.error(`${name} is not what the code says: run \`pnpm references\``);
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
