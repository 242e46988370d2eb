/** The file names in which coding agents look for instructions. */
const NAMES =
  /^(?:claude(?:\.local)?\.md|agents?\.md|gemini\.md|\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions\.md|.+\.instructions\.md|.+\.mdc)$/iu;
const RULE_FOLDER = /(?:^|\/)\.(?:cursor|claude|windsurf|clinerules)\/(?:rules\/)?[^/]+\.(?:mdc?|txt)$/iu;

/** True for an instruction file, by its path with `/`. */
export function isInstructionFile(path: string): boolean {
  return NAMES.test(path.slice(path.lastIndexOf('/') + 1)) || RULE_FOLDER.test(path);
}

/** Folders that never hold a person's own text. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.memora',
  '.trash',
  'dist',
  'build',
  'vendor',
  '.venv',
]);
