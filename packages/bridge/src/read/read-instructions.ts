import { posix } from 'node:path';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { readMarkdownStore } from '../formats/read-markdown-store.ts';
import type { FolderReader } from './folder-reader.ts';

/** The maximum depth of nested imports. */
const DEEPEST_IMPORT = 5;

const FENCED = /^ {0,3}(?:```|~~~)[\s\S]*?(?:^ {0,3}(?:```|~~~)[^\n]*$|$(?![\s\S]))/gmu;
const CODE = /`[^`\n]*`/gu;
const IMPORT = /(?<=^|\s)@((?:\.{0,2}\/|~\/)?[\w.-][\w./-]*)/gmu;

/**
 * Reads an instruction file and the files that it imports with `@path`, each once. Reads nothing outside of the folder: an import that leads outside is
 * reported as missing.
 */
export function* readInstructions(
  folder: FolderReader,
  path: string,
  seen: Set<string> = new Set(),
  depth = 0,
): Generator<ForeignMemory | StoreProblem> {
  if (seen.has(path)) return;
  seen.add(path);
  const bytes = folder.read(path);
  if (bytes === null) {
    yield { problem: 'FILE_UNREADABLE', file: path, message: 'It is not a readable file.' };
    return;
  }
  yield* readMarkdownStore(path, bytes, 'instructions');
  const text = new TextDecoder().decode(bytes).replace(FENCED, '').replace(CODE, '');
  for (const [, found = ''] of text.matchAll(IMPORT)) {
    const named = found.replace(/[.,;:]+$/u, '');
    if (!/[./]/u.test(named)) continue;
    const target = posix.normalize(posix.join(posix.dirname(path), named));
    if (seen.has(target)) continue;
    if (
      target.startsWith('..') ||
      named.startsWith('/') ||
      named.startsWith('~') ||
      folder.read(target) === null
    ) {
      // Mail addresses and package scopes look like imports, so only file names are reported as missing.
      if (/\.(?:mdc?|txt)$/iu.test(named))
        yield {
          problem: 'IMPORT_MISSING',
          file: path,
          message: 'A file that it imports is not in the folder.',
        };
    } else if (depth + 1 > DEEPEST_IMPORT) {
      yield {
        problem: 'IMPORT_TOO_DEEP',
        file: path,
        message: `Imports are followed at most ${DEEPEST_IMPORT} files deep.`,
      };
    } else yield* readInstructions(folder, target, seen, depth + 1);
  }
}
