import { useMemo } from 'preact/hooks';
import type { NoteGraph } from '../../src/graph/note-graph.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';
import { placeNotes, SIZE } from './place-notes.ts';

/** The notes that have most to do with others, as a way to get around. */
export function GraphPage() {
  const { value, fault } = useLoaded<NoteGraph>('graph', notesChanged.value);
  return (
    <div class="page graph">
      <h1>Graph</h1>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null ? null : value.notes.length === 0 ? (
        <p class="empty">No note has been read yet.</p>
      ) : (
        <>
          <p class="hint">
            A line means that two notes have to do with each other.
            {value.left === 0
              ? ''
              : ` ${value.left.toLocaleString('en')} notes with fewer lines are not drawn; search finds all of them under Notes.`}
          </p>
          <div class="wide" tabIndex={0} role="group" aria-label="Drawing">
            <Drawing graph={value} />
          </div>
          <details>
            <summary>As a list</summary>
            <ol>
              {value.notes.map(({ path, links }) => (
                <li key={path}>
                  <a href={addressOf('Notes', path)}>
                    <bdi>{path}</bdi>
                  </a>{' '}
                  {links}
                </li>
              ))}
            </ol>
          </details>
        </>
      )}
    </div>
  );
}

function Drawing({ graph }: { readonly graph: NoteGraph }) {
  const places = useMemo(() => placeNotes(graph), [graph]);
  const most = Math.max(1, ...graph.notes.map(({ links }) => links));
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE * 0.7}`} role="group" aria-label="Graph of notes">
      {graph.links.map(([a, b], i) => {
        const [from, to] = [places[a], places[b]];
        return from === undefined || to === undefined ? null : (
          <line key={i} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        );
      })}
      {graph.notes.map(({ path, links }, i) => {
        const at = places[i];
        if (at === undefined) return null;
        const name = path.replace(/^.*\//u, '').replace(/\.md$/iu, '');
        return (
          <a key={path} href={addressOf('Notes', path)} aria-label={name}>
            <circle cx={at.x} cy={at.y} r={4 + 10 * Math.sqrt(links / most)} />
            {i < 40 ? (
              <text x={at.x} y={at.y - 8 - 8 * Math.sqrt(links / most)}>
                {name.slice(0, 28)}
              </text>
            ) : null}
            <title>{path}</title>
          </a>
        );
      })}
    </svg>
  );
}
