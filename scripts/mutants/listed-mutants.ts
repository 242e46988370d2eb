import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMutants, type Mutant } from './find-mutants.ts';

/** A fault by the words of its line, so that it is found again when lines before it move. */
export interface ListedMutant {
  readonly area: string;
  readonly file: string;
  /** The line that it begins on, without what surrounds it. */
  readonly text: string;
  readonly original: string;
  readonly replacement: string;
  /** Its index, from 0, among faults with the same words and the same line. */
  readonly nth: number;
  /** Why no test can notice it; it is not tried. */
  readonly equivalent?: string;
  /** A test file of the short check that fails with it. */
  readonly noticedBy?: string;
  /** A test file that fails with it in the whole check, where none of the short one does. */
  readonly noticedByWhole?: string;
  /** What a user would see of a fault that no test notices. */
  readonly unnoticed?: string;
}

/** Which check notices a fault, by the list; `alike` for one that changes nothing. */
export type Noticed = 'short' | 'whole' | 'nobody' | 'alike';

export function noticedOf({ equivalent, noticedBy, noticedByWhole }: ListedMutant): Noticed {
  if (equivalent !== undefined) return 'alike';
  if (noticedBy !== undefined) return 'short';
  return noticedByWhole === undefined ? 'nobody' : 'whole';
}

export const LIST = fileURLToPath(new URL('./sixty.json', import.meta.url));

export function readMutants(): ListedMutant[] {
  return JSON.parse(readFileSync(LIST, 'utf8')) as ListedMutant[];
}

export function listMutant(area: string, mutant: Mutant, root: string): ListedMutant {
  const source = readFileSync(join(root, mutant.file), 'utf8');
  const { file, original, replacement } = mutant;
  const text = lineOf(source, mutant.line);
  const nth = alike({ file, text, original, replacement }, source).findIndex(
    ({ start }) => start === mutant.start,
  );
  return { area, file, text, original, replacement, nth };
}

/** Where a listed fault is now; undefined where its line was rewritten or its file is gone. */
export function placeMutant(listed: ListedMutant, root: string): Mutant | undefined {
  const path = join(root, listed.file);
  return existsSync(path) ? alike(listed, readFileSync(path, 'utf8'))[listed.nth] : undefined;
}

function alike(
  { file, text, original, replacement }: Omit<ListedMutant, 'area' | 'nth'>,
  source: string,
): Mutant[] {
  return findMutants(file, source).filter(
    (each) =>
      each.original === original && each.replacement === replacement && lineOf(source, each.line) === text,
  );
}

function lineOf(source: string, line: number): string {
  return (source.split('\n')[line - 1] ?? '').trim();
}
