/** A guard, how it is removed from its source, and the tests that must notice. */
export interface Mutation {
  readonly guard: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const FILES = 'packages/privacy/src/files';
const ENGINE = 'packages/engine/src';

/** Every guard against a hostile vault. */
export const MUTATIONS: readonly Mutation[] = [
  {
    guard: 'a folder on the way may be no link',
    file: `${FILES}/folders/inspect-place.ts`,
    find: 'requireFolder(found, at);',
    replace: '',
    tests: [`${FILES}/files.test.ts`],
  },
  {
    guard: 'a file is a regular file',
    file: `${FILES}/folders/inspect-place.ts`,
    find: 'if (found !== null) requirePlainFile(found, pathOf(place));',
    replace: '',
    tests: [`${FILES}/files.test.ts`],
  },
  {
    guard: 'a file that is written into has one name',
    file: `${FILES}/folders/inspect-place.ts`,
    find: 'if (found.nlink > 1)',
    replace: 'if (found.nlink > 9)',
    tests: [`${FILES}/files.test.ts`],
  },
  {
    guard: 'what is below .memora is no link of the user',
    file: `${FILES}/folders/place.ts`,
    find: 'own > 0 &&',
    replace: 'own > 1e9 &&',
    tests: [`${FILES}/files.test.ts`],
  },
  {
    guard: 'a name stays inside its folder',
    file: `${FILES}/folders/place.ts`,
    find: "part === '..' ||",
    replace: '',
    tests: [`${FILES}/files.test.ts`],
  },
  {
    guard: 'a folder is held while something in it is touched',
    file: `${FILES}/folders/hold-folder.ts`,
    find: "process.platform === 'linux' &&",
    replace: 'false &&',
    tests: [`${FILES}/swapped-folders.test.ts`],
  },
  {
    guard: 'no folder that is held is a link',
    file: `${FILES}/folders/hold-folder.ts`,
    find: 'O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW',
    replace: 'O_PATH | constants.O_DIRECTORY',
    tests: [`${FILES}/swapped-folders.test.ts`],
  },
  {
    guard: 'an open note is asked where it stands',
    file: 'packages/vault/src/files/read-note-file.ts',
    find: 'const isThere = isOpenAs(file, full);',
    replace: 'const isThere = true;',
    tests: ['packages/vault/src/files/swapped-folder.test.ts'],
  },
  {
    guard: 'a note that is compared is the file that was read',
    file: 'packages/vault/src/files/holds-bytes.ts',
    find: 'if (ino !== known.ino || dev !== known.dev || size !== bytes.length) return false;',
    replace: '',
    tests: ['packages/vault/src/files/holds-bytes.test.ts'],
  },
  {
    guard: 'an open database is asked where it stands',
    file: 'packages/claims/src/store/open/open-database.ts',
    find: "if (path !== ':memory:' && opened.name !== ':memory:') confirmDatabase(",
    replace: 'if (false) confirmDatabase(',
    tests: ['packages/claims/src/store/open/swapped-folder.test.ts'],
  },
  {
    guard: 'names of files are left to the shell that completes',
    file: 'packages/cli/src/commands/print-completion.ts',
    find: 'complete -o default -F',
    replace: 'complete -F',
    tests: ['packages/cli/src/commands/print-completion.test.ts'],
  },
  {
    guard: 'the command of the validator spells what steers a terminal',
    file: 'packages/validator/src/command/check-answer.ts',
    find: 'escapeTreacherous(JSON.stringify(value, null, 2))',
    replace: 'JSON.stringify(value, null, 2)',
    tests: ['packages/validator/src/command/check-answer.test.ts'],
  },
  {
    guard: 'nobody can name a draft beforehand',
    file: `${FILES}/write-whole-file.ts`,
    find: "randomBytes(8).toString('hex')",
    replace: "'0'.repeat(16)",
    tests: [`${FILES}/files.test.ts`],
  },
  {
    guard: 'settings that act are asked about',
    file: `${ENGINE}/config/screen-vault-layer.ts`,
    find: "else if (verdict === 'asks') asking.push({ key, value });",
    replace: "else if (verdict === 'asks') vault.set(key, value);",
    tests: [`${ENGINE}/config/trust-vault.test.ts`],
  },
  {
    guard: 'a vault loosens nothing that the user says',
    file: `${ENGINE}/config/screen-vault-layer.ts`,
    find: "return own === undefined ? 'asks' : 'looser';",
    replace: "return own === undefined ? 'asks' : 'counts';",
    tests: [`${ENGINE}/config/trust-vault.test.ts`],
  },
  {
    guard: 'an answer is for these values',
    file: `${ENGINE}/config/trust-vault.ts`,
    find: 'known?.digest !== wanted.digest',
    replace: 'known === null',
    tests: [`${ENGINE}/config/trust-vault.test.ts`],
  },
  {
    guard: 'keys go to their own service',
    file: `${ENGINE}/config/names-own-endpoint.ts`,
    find: 'return endpoint === null ||',
    replace: 'return true || endpoint === null ||',
    tests: [`${ENGINE}/config/names-own-endpoint.test.ts`],
  },
  {
    guard: 'a database without our mark is not opened',
    file: `${ENGINE}/store/own-database.ts`,
    find: "=== null ? 'unknown' : 'ours'",
    replace: "=== null ? 'ours' : 'ours'",
    tests: [`${ENGINE}/store/own-database.test.ts`],
  },
  {
    guard: 'a copy without our mark is not restored',
    file: `${ENGINE}/store/restore-own.ts`,
    find: 'if (!isOurs && !unknown)',
    replace: 'if (false)',
    tests: [`${ENGINE}/store/own-database.test.ts`],
  },
  {
    guard: 'a schema is ours',
    file: 'packages/claims/src/store/schema/refuse-foreign-schema.ts',
    find: 'if (foreign === undefined) return;',
    replace: 'return;',
    tests: ['packages/claims/src/store/schema/refuse-foreign-schema.test.ts'],
  },
  {
    guard: 'no schema is trusted',
    file: 'packages/claims/src/store/open/open-database.ts',
    find: "db.pragma('trusted_schema = OFF');",
    replace: '',
    tests: ['packages/claims/src/store/schema/refuse-foreign-schema.test.ts'],
  },
  {
    guard: 'native code reads index files of ours',
    file: 'packages/retrieval/src/vector/index-file.ts',
    find: 'if (marks !== undefined &&',
    replace: 'if (false &&',
    tests: ['packages/retrieval/src/vector/index-file.test.ts'],
  },
  {
    guard: 'a host is a plain name',
    file: 'packages/privacy/src/egress/address/is-plain-host.ts',
    find: 'hostname.length <= 253 &&',
    replace: 'true ||',
    tests: ['packages/privacy/src/egress/address/is-plain-host.test.ts'],
  },
  {
    guard: 'compiled code is in a folder of the user',
    file: `${FILES}/code-cache-file.ts`,
    find: '(found.mode & 0o022) === 0',
    replace: 'true',
    tests: [`${FILES}/code-cache-file.test.ts`],
  },
  {
    guard: 'a token that others can read is none',
    file: 'packages/mcp/src/http/open-token.ts',
    find: '(mode & 0o077) !== 0',
    replace: 'false',
    tests: ['packages/mcp/src/http/open-token.test.ts'],
  },
  {
    guard: 'a folder that cannot be read for a moment is not one without secrets',
    file: `${FILES}/file-refused.ts`,
    find: 'if (PASSING.has(systemCodeOf(error))) throw error;',
    replace: '',
    tests: [`${ENGINE}/privacy/egress/read-vault-secrets.test.ts`],
  },
];
