/** Every source that writes files, and the functions that it uses. A new source here must also be driven and searched. */
export const WRITERS: readonly string[] = [
  'packages/agent-memory/src/bundle/import-bundle.ts: appendToFile, writeWholeFile',
  'packages/agent-memory/src/consolidate/look-since.ts: writeWholeFile',
  'packages/agent-memory/src/context/keep-prefix.ts: fillFile',
  'packages/agent-memory/src/files/trash-file.ts: writeWholeFile',
  'packages/agent-memory/src/learning/keep-bytes.ts: writeWholeFile',
  'packages/agent-memory/src/learning/open-learning-log.ts: appendToFile',
  'packages/agent-memory/src/rollback/batch-files.ts: removeEmptyFolders, writeWholeFile',
  'packages/agent-memory/src/rollback/erasing/erase-from-trash.ts: removeEmptyFolders, writeWholeFile',
  'packages/agent-memory/src/rollback/replay-world.ts: writeWholeFile',
  'packages/agent-memory/src/session/append-daily.ts: appendToFile',
  'packages/agent-memory/src/session/bind-session.ts: fillFile',
  'packages/bridge/src/live/queue/open-journal.ts: appendToFile, writeWholeFile',
  'packages/claims/src/ledger/clean-ledger.ts: writeWholeFile',
  'packages/claims/src/entities/open-entities.ts: appendToFile',
  'packages/claims/src/ledger/open-ledger.ts: appendToFile',
  'packages/claims/src/store/open/backup-database.ts: VACUUM INTO, fillFile, makeDatabaseFile',
  'packages/claims/src/store/open/lock-file.ts: makeDatabaseFile',
  'packages/claims/src/store/open/open-database.ts: makeDatabaseFile',
  'packages/claims/src/store/open/open-side-file.ts: makeDatabaseFile',
  'packages/claims/src/store/open/rewrite-database-file.ts: VACUUM INTO, fillFile, makeDatabaseFile',
  'packages/cli/src/bin.ts: codeCacheFile, loadChunks',
  'packages/cli/src/commands/demo.ts: writeWholeFile',
  'packages/cli/src/commands/init-vault.ts: writeWholeFile',
  'packages/cli/src/commands/team/keep-erasures.ts: writeWholeFile',
  'packages/cli/src/commands/team/keep-scopes.ts: writeWholeFile',
  'packages/cli/src/commands/team/open/kept-login.ts: writeWholeFile',
  'packages/cli/src/commands/team/set-up-team.ts: writeWholeFile',
  'packages/cli/src/commands/verify-answer.ts: writeWholeFile',
  'packages/cli/src/demo/build-demo-answer.ts: writeWholeFile',
  'packages/cli/src/input/vault-names.ts: writeWholeFile',
  'packages/cli/src/output/write-page.ts: writeWholeFile',
  'packages/cli/src/setup/config-file.ts: writeWholeFile',
  'packages/cli/src/setup/edit-record.ts: writeWholeFile',
  'packages/engine/src/config/keep-settings.ts: writeWholeFile',
  'packages/engine/src/config/trust-vault.ts: writeWholeFile',
  'packages/engine/src/judge/judge-record.ts: writeWholeFile',
  'packages/engine/src/model-test/run-model-test.ts: writeWholeFile',
  'packages/engine/src/privacy/erasing/clean-generated.ts: writeWholeFile',
  'packages/engine/src/privacy/erasing/erased-memories.ts: removeEmptyFolders, writeWholeFile',
  'packages/engine/src/privacy/erasing/written-files.ts: appendToFile',
  'packages/engine/src/store/own-database.ts: fillFile',
  'packages/engine/src/store/store-handle.ts: hideFromGit',
  'packages/engine/src/team/worker/load-large-rounds.ts: loadChunks',
  'packages/engine/src/upkeep/consolidate/pages/private-file.ts: writeWholeFile',
  'packages/engine/src/upkeep/doctor/repair-memory.ts: hideFromGit',
  'packages/ingest/src/again/source-records.ts: writeWholeFile',
  'packages/ingest/src/originals/keep-original.ts: writeWholeFile',
  'packages/mcp/src/http/open-token.ts: writeWholeFile',
  'packages/mcp/src/load-run-bin.ts: codeCacheFile, loadChunks',
  'packages/mcp/src/team/tokens/keep-tokens.ts: writeWholeFile',
  'packages/postgres/src/erase/erase-team-note.ts: writeWholeFile',
  'packages/postgres/src/notes/pull-folder.ts: writeWholeFile',
  'packages/postgres/src/notes/working-copy.ts: writeWholeFile',
  'packages/postgres/src/publish/fill-working-folder.ts: writeWholeFile',
  'packages/privacy/src/keys/open-key-file.ts: writeWholeFile',
  'packages/privacy/src/keys/open-key-rotation.ts: appendToFile, replaceAndOverwrite',
  'packages/privacy/src/logs/open-json-log.ts: appendToFile',
  'packages/retrieval/src/vector/index-file.ts: fillFile',
  'packages/vault/src/files/vault-lock.ts: writeWholeFile',
  'packages/vault/src/files/write-note-file.ts: writeWholeFile',
  'packages/vault/src/turns/append-turns.ts: appendToFile',
];

/**
 * The functions of `@memora/privacy/files` that read, name, move or remove. All its other functions count as
 * writing, so that a new one is noticed.
 */
const NO_WRITERS = new Set(
  [
    'configFolder listFolder moveAside moveFile removeFile removeFolder setMode touchFile isOwnCacheFolder fileRefused throwIfPassing DATABASE_PARTS',
    'inspectDatabase inspectFile inspectFolder inspectPlace requirePlainFile systemCodeOf keepFolderPrivate makeFolder makeMemoraFolder memoraPlace',
    'confirmDatabase isOpenAs isOpenAt openToRead readHead readTail besides folderOf pathOf placeAt placeIn readPlainFile readPlainText DRAFT_NAME vaultName',
  ].flatMap((line) => line.split(' ')),
);
const IMPORT = /\b(?:import|export)\s+(?!type\b)\{([^}]*)\}\s*from\s*'@memora\/privacy\/files'/gu;
const OWN_FILES = 'packages/privacy/src/files/';
/** The entry through which the module is imported. */
const DOOR = 'packages/privacy/src/files.ts';
/** Inside the package, the files of the module are imported one by one. */
const OWN_IMPORT =
  /\b(?:import|export)\s+(?!type\b)\{([^}]*)\}\s*from\s*'\.\.?\/(?:\.\.\/)*files(?:\/[a-z-]+)?\.ts'/gu;

/** Every source that imports a writer, with its writers. SQLite and the vector graph write into files that a writer creates first. */
export function writersIn(sources: readonly { readonly path: string; readonly text: string }[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (path.startsWith(OWN_FILES) || path === DOOR) return [];
    const own = path.startsWith('packages/privacy/') ? [...text.matchAll(OWN_IMPORT)] : [];
    const clauses = [...text.matchAll(IMPORT), ...own].map(([, names = '']) => names);
    const named = clauses
      .flatMap((clause) => clause.split(','))
      .map((name) => name.trim().split(/\s+as\s+/u)[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type ') && !NO_WRITERS.has(name));
    // A whole-module import, or SQL that writes a file.
    const other =
      /(?:import|require)\(\s*'@memora\/privacy\/files'|\bimport \*[^;]*'@memora\/privacy\/files'|VACUUM INTO/u.exec(
        text,
      );
    const found = [...new Set(named), ...(other === null ? [] : [other[0]])].sort();
    return found.length === 0 ? [] : [`${path}: ${found.join(', ')}`];
  });
}
