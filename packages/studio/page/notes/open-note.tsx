import { useEffect, useRef, useState } from 'preact/hooks';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { Author } from '../source/author.tsx';
import { NoteNodes } from '../source/note-nodes.tsx';
import { PlaceName } from '../source/place-name.tsx';
import { scrollToMark } from '../source/scroll-to-mark.ts';
import { team } from '../team.ts';
import { useLoaded } from '../use-loaded.ts';
import { Margin } from './note-margin.tsx';

/** One note, and what other notes say about its lines. `place` is a path or a link's target, with `@12-40` for a place in it. */
export function OpenNote({ place }: { readonly place: string }) {
  const body = useRef<HTMLDivElement>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const [, target = place, at] = /^(.*)@(\d+-\d+)$/su.exec(place) ?? [];
  const linked = useLoaded('link', { to: target });
  const path = linked.value === null ? null : (linked.value.path ?? target);
  const note = useLoaded(
    'note',
    path === null ? null : { path, at, reveal: revealed === path ? 'yes' : undefined },
    notesChanged.value,
  );
  const margin = useLoaded('facts', path === null || team !== null ? null : { path }, notesChanged.value);
  const shown = note.value;
  useEffect(() => {
    const { current } = body;
    if (current === null) return;
    // On a phone the note scrolls with the page; on a desktop it has its own scroll box.
    if (current.scrollHeight > current.clientHeight) scrollToMark(current);
    else current.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [shown?.version, at]);
  return (
    <section class="open-note" aria-label="Note">
      {note.fault === null ? null : <p class="fault">{describeFault(note.fault)}</p>}
      {shown === null ? null : (
        <>
          <header>
            <h2>
              <PlaceName path={shown.path} />
            </h2>
            <p class="where">
              {shown.band === 'private' ? null : (
                <>
                  <span class="band" data-band={shown.band}>
                    {shown.band}
                  </span>
                  {' · '}
                </>
              )}
              {shown.obsidian === null ? null : <a href={shown.obsidian}>Obsidian ↗</a>}
              {shown.editor === null ? null : (
                <>
                  {' · '}
                  <a href={shown.editor}>Editor ↗</a>
                </>
              )}
            </p>
            <Author of={shown.author} />
            {shown.cut ? <p class="hint">A part of a long note.</p> : null}
          </header>
          <div class="note" ref={body} tabIndex={0} role="group" aria-label="What the note says">
            <NoteNodes nodes={shown.nodes} />
          </div>
        </>
      )}
      {team === null && path !== null && (shown?.redacted === true || note.fault === 'NOTE_SECRET') ? (
        <p>
          <button type="button" class="quiet" onClick={() => setRevealed(path)}>
            Show what is secret, on this screen
          </button>
        </p>
      ) : null}
      {margin.value === null ? null : <Margin margin={margin.value} path={path ?? ''} />}
    </section>
  );
}
