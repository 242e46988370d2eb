import { useEffect, useRef } from 'preact/hooks';
import { isChanged } from '../ask/ask-state.ts';
import { describeFault } from '../describe-fault.ts';
import { sayDate } from '../say-date.ts';

import { LineEditor } from './line-editor.tsx';
import { NoteNodes } from './note-nodes.tsx';
import { scrollToMark } from './scroll-to-mark.ts';
import { type ChosenSource, closeSource, isEditing, shown, sourceFault } from './source-state.ts';

/** The note of a citation, scrolled to the cited words. */
export function SourceRegion({ chosen }: { readonly chosen: ChosenSource }) {
  const region = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { source } = chosen;
  const note = shown.value?.note ?? null;
  useEffect(() => region.current?.focus({ preventScroll: true }), [chosen]);
  useEffect(() => {
    if (body.current !== null) scrollToMark(body.current);
  }, [note, chosen]);
  return (
    <section class="source" aria-label="Source" ref={region} tabIndex={-1}>
      <header>
        <h2>
          {[source.title, ...source.headings].map((part, i) => (
            <span key={i}>
              {i > 0 ? ' › ' : ''}
              <bdi>{part}</bdi>
            </span>
          ))}
        </h2>
        <button type="button" class="quiet close" onClick={closeSource} aria-label="Close the note">
          ✕
        </button>
        <p class="where">
          <bdi>{source.path}</bdi>
          {source.date === null ? null : ` · ${sayDate(source.date)}`}
          {source.speaker === null ? null : (
            <>
              {' · said by '}
              <bdi>{source.speaker}</bdi>
            </>
          )}
        </p>
        {shown.value !== null && isChanged(shown.value) ? (
          <p class="fallen">
            {shown.value.state === 'gone'
              ? 'The note is gone.'
              : 'The cited words are not in the note any more.'}
          </p>
        ) : null}
      </header>
      <div class="note" ref={body} tabIndex={0} role="group" aria-label="The note">
        {sourceFault.value !== null ? (
          <p class="fault">{describeFault(sourceFault.value)}</p>
        ) : note === null ? (
          <p class="empty">{shown.value === null ? 'Opening the note…' : ''}</p>
        ) : (
          <>
            {note.cut ? <p class="hint">A part of a long note.</p> : null}
            <NoteNodes nodes={note.nodes} />
          </>
        )}
      </div>
      {note === null ? null : (
        <footer>
          <a href={note.obsidian} data-obsidian="">
            Open in Obsidian
          </a>{' '}
          {note.line === null ? null : (
            <button
              type="button"
              class="quiet"
              data-edit=""
              aria-expanded={isEditing.value}
              onClick={() => {
                isEditing.value = !isEditing.value;
              }}
            >
              Edit this line
            </button>
          )}
          {isEditing.value && note.line !== null ? <LineEditor note={note} line={note.line} /> : null}
        </footer>
      )}
    </section>
  );
}
