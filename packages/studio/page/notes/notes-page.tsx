import { useState } from 'preact/hooks';
import { addressOf, current } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { Author } from '../source/author.tsx';
import { NoteNodes } from '../source/note-nodes.tsx';
import { team } from '../team.ts';
import { useLoaded } from '../use-loaded.ts';
import { ABOUT } from './about.ts';
import { NoteTree } from './note-tree.tsx';
import { OpenNote } from './open-note.tsx';
import { Timeline } from './timeline.tsx';

/** All notes: a search over their text, the tree, and one note with what other notes say about it. */
export function NotesPage() {
  const [search, setSearch] = useState('');
  const notes = useLoaded('notes', {}, notesChanged.value);
  const found = useLoaded('search', search.trim() === '' ? null : { q: search }, notesChanged.value);
  const open = current.value.rest;
  return (
    <div class={open === '' ? 'page notes' : 'page notes with-note'}>
      <section class="list" aria-label="All notes">
        <h1>Notes</h1>
        <input
          type="search"
          aria-label="Search the notes"
          placeholder="Search the notes"
          dir="auto"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        {notes.fault === null ? null : <p class="fault">{describeFault(notes.fault)}</p>}
        {search.trim() === '' ? (
          <>
            <NoteTree notes={notes.value ?? []} open={open} />
            {team === null ? null : (
              <p class="hint">
                Notes that hold something secret are not listed. Search finds what else they say.
              </p>
            )}
          </>
        ) : (
          <ul class="found" aria-label="Found">
            {(found.value ?? []).map((each, i) => (
              <li key={i}>
                <a href={addressOf('Notes', `${each.path}@${each.span.start}-${each.span.end}`)}>
                  <bdi>{[each.title, ...each.headings].join(' › ')}</bdi>
                </a>
                <Author of={each.author} />
                <div class="note">
                  <NoteNodes nodes={each.nodes} />
                </div>
              </li>
            ))}
            {found.value?.length === 0 ? <li class="empty">No note says that.</li> : null}
          </ul>
        )}
      </section>
      {open === '' ? null : open.startsWith(ABOUT) ? (
        <Timeline key={open} about={open.slice(ABOUT.length)} />
      ) : (
        <OpenNote place={open} />
      )}
    </div>
  );
}
