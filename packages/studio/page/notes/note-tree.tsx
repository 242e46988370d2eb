import type { ListedNote } from '../../src/notes/listed-note.ts';
import { addressOf } from '../current-place.ts';

/** More notes of one folder are found by searching. */
const MOST = 500;

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly notes: string[];
}

interface TreeProps {
  readonly notes: readonly ListedNote[];
  readonly open: string;
}

/** The notes by folder. */
export function NoteTree({ notes, open }: TreeProps) {
  if (notes.length === 0) return <p class="empty">There is no note yet, or none has been read.</p>;
  return <FolderList folder={toTree(notes)} at="" open={open.replace(/@\d+-\d+$/u, '')} />;
}

function FolderList({
  folder,
  at,
  open,
}: {
  readonly folder: Folder;
  readonly at: string;
  readonly open: string;
}) {
  return (
    <ul class="tree">
      {[...folder.folders].map(([name, inside]) => (
        <li key={name}>
          <details open={open.startsWith(`${at}${name}/`) || folder.folders.size + folder.notes.length < 4}>
            <summary>
              <bdi>{name}</bdi> <span class="count">{countNotes(inside).toLocaleString('en')}</span>
            </summary>
            <FolderList folder={inside} at={`${at}${name}/`} open={open} />
          </details>
        </li>
      ))}
      {folder.notes.slice(0, MOST).map((name) => (
        <li key={name}>
          <a
            href={addressOf('Notes', `${at}${name}`)}
            aria-current={`${at}${name}` === open ? 'true' : undefined}
          >
            <bdi>{name.replace(/\.md$/iu, '')}</bdi>
          </a>
        </li>
      ))}
      {folder.notes.length > MOST ? (
        <li class="empty">{folder.notes.length - MOST} more: search for them.</li>
      ) : null}
    </ul>
  );
}

function countNotes({ folders, notes }: Folder): number {
  return [...folders.values()].reduce((sum, inside) => sum + countNotes(inside), notes.length);
}

function toTree(notes: readonly ListedNote[]): Folder {
  const root: Folder = { folders: new Map(), notes: [] };
  for (const { path } of notes) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? { folders: new Map(), notes: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.notes.push(name);
  }
  return root;
}
