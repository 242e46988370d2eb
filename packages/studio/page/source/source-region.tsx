import { useEffect, useRef } from 'preact/hooks';
import { isChanged } from '../ask/ask-state.ts';
import { describeFault } from '../describe-fault.ts';
import { sayDate } from '../say-date.ts';
import { Author } from './author.tsx';
import { LineEditor } from './line-editor.tsx';
import { NoteNodes } from './note-nodes.tsx';
import { PlaceName } from './place-name.tsx';
import { scrollToMark } from './scroll-to-mark.ts';
import { type ChosenSource, closeSource, isEditing, shown, sourceFault } from './source-state.ts';

/** The note of a citation, scrolled to the cited words. */
export function SourceRegion({ chosen }: { readonly chosen: ChosenSource }) {
  const region = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { source } = chosen;
  const note = shown.value?.note ?? null;
  useEffect(() => {
    if (chosen.isAsked) region.current?.focus({ preventScroll: true });
  }, [chosen]);
  useEffect(() => {
    if (body.current !== null) scrollToMark(body.current);
  }, [note, chosen]);
  return (
    <section class="source" aria-label="Source" ref={region} tabIndex={-1}>
      <header>
        <h2>
          <PlaceName path={source.path} headings={source.headings} />
        </h2>
        <button type="button" class="quiet close" onClick={closeSource} aria-label="Close the note">
          ✕
        </button>
        <p class="where">
          {source.date === null ? null : sayDate(source.date)}
          {source.speaker === null ? null : (
            <>
              {source.date === null ? 'said by ' : ' · said by '}
              <bdi>{source.speaker}</bdi>
            </>
          )}
        </p>
        <Author of={note?.author ?? source.author} />
        <Original of={source.original} />
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
          <div class="ways">
            {note.obsidian === null ? null : (
              <a href={note.obsidian} data-obsidian="">
                Obsidian ↗
              </a>
            )}
            {note.editor === null ? null : (
              <a href={note.editor} data-editor="">
                Editor ↗
              </a>
            )}
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
          </div>
          {isEditing.value && note.line !== null ? <LineEditor note={note} line={note.line} /> : null}
        </footer>
      )}
    </section>
  );
}

/** The place in the original document of the note: `lease.pdf, page 12`. */
function Original({ of }: { readonly of: ChosenSource['source']['original'] }) {
  if (of === null) return null;
  return (
    <p class="where" data-original="">
      from{' '}
      {of.href === null ? (
        <bdi>{of.label}</bdi>
      ) : (
        <a href={of.href} target="_blank" rel="noopener noreferrer">
          <bdi>{of.label}</bdi>
        </a>
      )}
    </p>
  );
}
