import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One redaction, taken out of the built command line by replacing its code. */
export interface Mutation {
  readonly name: string;
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** Every redaction that stands between secret text and an output: without any one of them the canary suite must fail. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'claims are shown in JSON and text',
    pattern: /function isHidden\(claim,\s*options\s*=\s*\{\}\)\s*\{\s*return[^}]*\}/,
    replacement: 'function isHidden(claim,options={}){return false}',
  },
  {
    name: 'source lines are shown with the secrets that stand on them',
    pattern: /function maskSecrets\(bytes\)\s*\{/,
    replacement: 'function maskSecrets(bytes){return bytes;',
  },
  {
    name: 'a cloud model sees secret claims',
    pattern: /function visibilityOf\(band,\s*place,\s*policy\s*=\s*\{\}\)\s*\{/,
    replacement: 'function visibilityOf(band,place,policy={}){return "full";',
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
    name: 'secret tokens are indexed as they are',
    pattern:
      /hashToken:\s*\(?token\)?\s*=>\s*toTerm\([\w.$]+\(\w+\.encode\(token\),\s*\{\s*key:\s*tokenKey\s*\}\)\)/,
    replacement: 'hashToken:token=>token',
  },
];

/** A copy of an installed project with one redaction less; returns its bin. Throws where the code was not found. */
export async function installMutant(project: string, folder: string, mutation: Mutation): Promise<string> {
  await cp(project, folder, { recursive: true, verbatimSymlinks: true });
  const dist = join(folder, 'node_modules', '@memora', 'cli', 'dist');
  let replaced = 0;
  for (const name of await readdir(dist)) {
    if (!name.endsWith('.cjs')) continue;
    const code = await readFile(join(dist, name), 'utf8');
    if (!mutation.pattern.test(code)) continue;
    await writeFile(join(dist, name), code.replace(mutation.pattern, mutation.replacement));
    replaced++;
  }
  if (replaced === 0)
    throw new Error(`the code of "${mutation.name}" was not found; bring the mutation up to date`);
  return join(dist, 'bin.js');
}
