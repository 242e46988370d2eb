import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One redaction that is removed by replacing its code in the built command line. */
export interface Mutation {
  readonly name: string;
  readonly pattern: RegExp;
  readonly replacement: string;
  /** A second guard for the same text, removed together with the first. Either one alone would protect the text. */
  readonly behind?: { readonly pattern: RegExp; readonly replacement: string };
  /** The entry points that reveal its absence; by default {@link ENTRY_POINTS_OF_MUTANTS}. */
  readonly entryPoints?: readonly string[];
}

/** The entry points that most redactions affect. A vault's first two indexes, a backup and a report come before any entry point. */
export const ENTRY_POINTS_OF_MUTANTS: readonly string[] = [
  'index',
  'query --reveal',
  'query --claims --json',
  'verify',
];

/**
 * Redactions that are the only protection between secret text and an output. Without any one of them, the canary suite must fail.
 * If two guards protect the same text, both are removed: a model in the cloud is given no secret claim, and its prompt would also
 * redact one. Judges, extractors, the challenger and pages are not tried, because they get redacted text and redact it again.
 */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'claims are shown in JSON and text',
    pattern: /function isHidden\(claim,\s*options\s*=\s*\{\}\)\s*\{\s*return[^}]*\}/,
    replacement: 'function isHidden(claim,options={}){return false}',
  },
  {
    name: 'a cloud model sees secret claims',
    pattern: /isHeldBack\s*=\s*place\s*===\s*[`'"]cloud-model[`'"]\s*&&\s*secrets\s*>\s*0/,
    replacement: 'isHeldBack=false',
    behind: {
      pattern: /function visibilityOf\(band,\s*place,\s*policy\s*=\s*\{\}\)\s*\{/,
      replacement: '$&return "full";',
    },
    entryPoints: ['index', 'query --reveal'],
  },
  {
    name: 'secret notes are named where something is wrong with them',
    pattern: /async function nameNotes\(paths,\s*ports\)\s*\{/,
    replacement: '$&return path=>path;',
    entryPoints: ['doctor'],
  },
  {
    name: 'a secret capture names its file',
    pattern: /function hidesItsName\([^)]*\)\s*\{/,
    replacement: '$&return false;',
    entryPoints: ['capture'],
  },
  {
    name: 'source lines are shown with the secrets that stand on them',
    pattern: /function maskSecrets\(bytes,\s*\{[^}]*\}\)\s*\{/,
    replacement: 'function maskSecrets(bytes){return bytes;',
  },
  {
    name: 'markers are not read',
    pattern: /function parsePrivacyMarkers\(bytes\)\s*\{/,
    replacement: 'function parsePrivacyMarkers(bytes){return{regions:[],markers:[],diagnostics:[]};',
  },
  {
    name: 'secret text is stored as it is',
    pattern: /encrypt:\s*\(?text\)?\s*=>\s*encrypt\(text,\s*encryptionKey\)/,
    replacement: 'encrypt:text=>new TextEncoder().encode(text)',
  },
  {
    name: 'secret claims are in the full-text index',
    pattern: /if\s*\(band\s*===\s*[`'"]secret[`'"]\)\s*\{(?=[^}]*insertSecret)/,
    replacement: 'if(false){',
    entryPoints: [],
  },
  {
    name: 'secret claims are embedded in the cloud',
    pattern: /open\s*=\s*documents\.filter\(\(\{\s*band\s*\}\)\s*=>\s*band\s*!==\s*[`'"]secret[`'"]\)/,
    replacement: 'open=documents',
    entryPoints: [],
  },
  {
    name: 'a secret note is stored by its title',
    pattern:
      /return work\.note\.band\s*===\s*[`'"]secret[`'"]\s*\?\s*fileName\(work\.note\.path\)\s*:\s*work\.note\.title/,
    replacement: 'return work.note.title',
    entryPoints: [],
  },
  {
    name: 'rows of what became secret stay',
    pattern: /function scrubClaims\([^)]*\)\s*\{/,
    replacement: '$&return{claimIds:[],words:new Set()};',
    entryPoints: [],
  },
  {
    name: 'a backup keeps what became secret',
    pattern: /async function hideFromBackup\([^)]*\)\s*\{/,
    replacement: '$&return null;',
    entryPoints: [],
  },
  {
    name: 'pages of an erased copy are left in its file',
    pattern: /function rewriteDatabase\([^)]*\)\s*\{/,
    replacement: '$&return;',
    entryPoints: [],
  },
  {
    name: 'the report shows secret claims',
    pattern: /let hidden\s*=\s*[\w.$]+\(claim\)(,\s*shown\s*=\s*[\w.$]+\(claim\))?;/,
    replacement: 'let hidden=false$1;',
    entryPoints: ['report'],
  },
  {
    name: 'secret places of an open text are not masked',
    pattern: /function maskSpans\(bytes,\s*regions\)\s*\{/,
    replacement: '$&return bytes.slice();',
    entryPoints: ['report'],
  },
];

/**
 * Copies the installed command without one redaction, with links to the packages installed next to it, and
 * returns its bin. Throws if the code was not found.
 */
export async function installMutant(project: string, folder: string, mutation: Mutation): Promise<string> {
  const [theirs, own] = [project, folder].map((each) => join(each, 'node_modules')) as [string, string];
  await mkdir(join(own, '@memora'), { recursive: true });
  for (const name of await readdir(theirs))
    if (name !== '@memora' && !name.startsWith('.')) await symlink(join(theirs, name), join(own, name));
  const command = join(own, '@memora', 'cli');
  await cp(join(theirs, '@memora', 'cli'), command, { recursive: true, verbatimSymlinks: true });
  const dist = join(command, 'dist');
  for (const { pattern, replacement } of [
    mutation,
    ...(mutation.behind === undefined ? [] : [mutation.behind]),
  ]) {
    let replaced = 0;
    for (const name of await readdir(dist)) {
      if (!name.endsWith('.cjs')) continue;
      const code = await readFile(join(dist, name), 'utf8');
      if (!pattern.test(code)) continue;
      await writeFile(join(dist, name), code.replace(pattern, replacement));
      replaced++;
    }
    if (replaced === 0)
      throw new Error(`the code of "${mutation.name}" was not found; bring the mutation up to date`);
  }
  return join(dist, 'bin.js');
}
