/**
 * A folder's name says what it contains, and a reader can take in about fifteen names at once. A larger
 * folder is split, or a line here says why all its files are of one kind.
 */

/** Folders with up to this many source files, not counting tests, need no reason. */
const MOST_FILES = 15;

/** Folders with more files, and the reason. */
const REASONS: Readonly<Record<string, string>> = {
  bench: 'a file is a benchmark, named as `bench <name>` runs it',
  'bench/citations':
    'a file is one way to make a statement worse, or one measure of what is kept and refused',
  'e2e/canary':
    'a file is a set of entry points through which a secret might leave, or a tool of the suite that drives them',
  'e2e/enemies': 'a file is a set of hostile vaults, or a tool of the suite that runs them',
  'packages/cli/src/commands': 'a file is a command',
  'packages/engine/src/upkeep/challenge':
    'a file finds one kind of what wants a look, or is a part of the report of it',
  'packages/engine/src/upkeep/doctor': 'a file is a check, or what runs them',
  scripts: 'a file is a check or a tool, named as it is run',
};

/** Breaches in the folders of `files`, as `place  message`; paths from the root of the repository. */
export function checkFolders(files: readonly string[], reasons = REASONS): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (/\.test(?:-d)?\.ts$/u.test(file)) continue;
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MOST_FILES);
  return [
    ...large
      .filter(([folder]) => reasons[folder] === undefined)
      .map(
        ([folder, count]) =>
          `${folder}  ${count} files; past ${MOST_FILES} it is two folders, or scripts/large-folders.ts has a reason`,
      ),
    ...Object.keys(reasons)
      .filter((folder) => (counts.get(folder) ?? 0) <= MOST_FILES)
      .map((folder) => `${folder}  needs no reason in scripts/large-folders.ts any more`),
  ];
}
