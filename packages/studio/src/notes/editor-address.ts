import { pathToFileURL } from 'node:url';
import type { Memory } from '@memora/engine';

type Editor = Memory['settings']['config']['page']['editor'];

/** A line of a file, by its absolute path. */
interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** The URL with which each editor opens a line. These are the editors' own schemes, so the page starts no program. */
const ADDRESS: Readonly<Record<Exclude<Editor, 'none'>, (path: string, line: number) => string>> = {
  vscode: (path, line) => `vscode://file${path}:${line}`,
  cursor: (path, line) => `cursor://file${path}:${line}`,
  windsurf: (path, line) => `windsurf://file${path}:${line}`,
  zed: (path, line) => `zed://file${path}:${line}`,
  idea: (path, line) => `idea://open?file=${path}&line=${line}`,
  sublime: (path, line) => `subl://open?url=file://${path}&line=${line}`,
};

/** True for the name of an editor, and for `none`. */
export function isEditor(name: unknown): name is Editor {
  return name === 'none' || (typeof name === 'string' && Object.hasOwn(ADDRESS, name));
}

/** The URL that opens a line in an editor. Null if none was chosen. */
export function editorAddress(editor: Editor, { file, line }: FileLine): string | null {
  if (editor === 'none') return null;
  // A file name may contain `&`, which would begin the next parameter.
  const path = pathToFileURL(file).pathname.replaceAll('&', '%26');
  return ADDRESS[editor](path, line);
}
