import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ListedNote } from '../../src/notes/listed-note.ts';
import { addressOf } from '../current-place.ts';

/** The most notes listed for one folder; search finds the rest. */
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
  const tree = useMemo(() => toTree(notes), [notes]);
  if (notes.length === 0) return <p class="empty">There is no note yet, or none has been read.</p>;
  return <FolderList folder={tree} at="" open={open.replace(/@\d+-\d+$/u, '')} />;
}

interface FolderProps {
  readonly folder: Folder;
  readonly at: string;
  readonly open: string;
}

function FolderList({ folder, at, open }: FolderProps) {
  const isSmall = folder.folders.size + folder.notes.length < 4;
  return (
    <ul class="tree">
      {[...folder.folders].map(([name, inside]) => (
        <NoteFolder
          key={name}
          name={name}
          folder={inside}
          at={`${at}${name}/`}
          open={open}
          isSmall={isSmall}
        />
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

/** A folder. Its notes are drawn once it is opened, because a vault may have thousands. */
function NoteFolder({
  name,
  folder,
  at,
  open,
  isSmall,
}: FolderProps & { readonly name: string; readonly isSmall: boolean }) {
  const holdsOpen = open.startsWith(at);
  const [isOpen, setOpen] = useState(holdsOpen || isSmall);
  useEffect(() => {
    if (holdsOpen) setOpen(true);
  }, [holdsOpen]);
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <bdi>{name}</bdi> <span class="count">{countNotes(folder).toLocaleString('en')}</span>
        </summary>
        {isOpen ? <FolderList folder={folder} at={at} open={open} /> : null}
      </details>
    </li>
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
