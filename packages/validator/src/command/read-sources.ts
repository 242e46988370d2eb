import { readFile, stat } from 'node:fs/promises';
import { glob } from 'tinyglobby';
import { ValidatorError } from '../contract/validator-error.ts';
import type { SourceDocument } from '../documents/source-document.ts';

/** Documents larger than this are left out: one line says so. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** Documents that were found, and those that were left out with the reason. */
interface FoundSources {
  readonly documents: readonly SourceDocument[];
  readonly leftOut: readonly string[];
}

/**
 * Reads the documents that globs name, in the order of their paths. Links are not followed. Files that hold a NUL byte, and
 * large ones, are left out. Throws `MemoraError` `NO_SOURCES` where nothing is left.
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
      hint: 'Quote the glob, and write it from the current folder.',
    });
  }
  return { documents, leftOut };
}
