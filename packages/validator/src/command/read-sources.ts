import { readFile, stat } from 'node:fs/promises';
import { glob } from 'tinyglobby';
import { ValidatorError } from '../contract/validator-error.ts';
import type { SourceDocument } from '../documents/source-document.ts';

/** Larger documents are left out and reported on one line. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** The documents found, and those left out, with the reason. */
interface FoundSources {
  readonly documents: readonly SourceDocument[];
  readonly leftOut: readonly string[];
}

/**
 * Reads the documents that match globs, in path order. Links are not followed. Large files and files with a NUL byte are left out. Throws `MemoraError`
 * `NO_SOURCES` if nothing is left.
 */
export async function readSources(patterns: readonly string[], folder: string): Promise<FoundSources> {
  const paths = await glob([...patterns], {
    cwd: folder,
    followSymbolicLinks: false,
    onlyFiles: true,
    dot: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
    expandDirectories: true,
  });
  const documents: SourceDocument[] = [];
  const leftOut: string[] = [];
  for (const name of [...new Set(paths)].sort()) {
    const file = `${folder}/${name}`;
    const { size } = await stat(file);
    if (size > LARGEST_BYTES) {
      leftOut.push(`${name}: larger than 16 MiB`);
      continue;
    }
    const content = new Uint8Array(await readFile(file));
    if (content.includes(0)) leftOut.push(`${name}: not a text`);
    else documents.push({ name, content });
  }
  if (documents.length === 0) {
    throw new ValidatorError(`no document matches ${patterns.join(' ')}`, {
      code: 'NO_SOURCES',
      hint: 'Quote the glob, and write it relative to the current folder.',
    });
  }
  return { documents, leftOut };
}
