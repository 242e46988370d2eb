import { useMemo, useState } from 'preact/hooks';
import type { NoteGraph } from '../../src/graph/note-graph.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';
import { chooseLabels } from './choose-labels.ts';
import { HEIGHT, placeNotes, WIDTH } from './place-notes.ts';

const LONGEST_NAME = 24;

/** The notes that have most to do with others, as a way to get around. */
export function GraphPage() {
  const { value, fault } = useLoaded<NoteGraph>('graph', notesChanged.value);
  return (
    <div class="page graph">
      <h1>Graph</h1>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null ? null : value.notes.length === 0 ? (
        <p class="empty">No note links to another. A link in a note, such as [[Ida]], draws a line here.</p>
      ) : (
        <>
          <p class="hint">
            A line means that one note links to the other, or that they disagree.
            {value.left === 0
              ? ''
              : ` ${value.left.toLocaleString('en')} notes with fewer lines or none are not drawn; `}
            {value.left === 0 ? null : <a href={addressOf('Notes')}>search finds all of them.</a>}
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
  const [under, setUnder] = useState<number | null>(null);
  const places = useMemo(() => placeNotes(graph), [graph]);
  const names = useMemo(() => namesOf(graph.notes), [graph]);
  const labels = useMemo(() => chooseLabels(names, places), [places]);
  const most = Math.max(1, ...graph.notes.map(({ links }) => links));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Graph of notes">
      {graph.links.map(([a, b], i) => {
        const [from, to] = [places[a], places[b]];
        return from === undefined || to === undefined ? null : (
          <line
            key={i}
            class={a === under || b === under ? 'under' : undefined}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
        );
      })}
      {graph.notes.map(({ path, links }, i) => {
        const at = places[i];
        if (at === undefined) return null;
        const size = 4 + 8 * Math.sqrt(links / most);
        return (
          <a
            key={path}
            href={addressOf('Notes', path)}
            aria-label={names[i] ?? path}
            onMouseEnter={() => setUnder(i)}
            onMouseLeave={() => setUnder(null)}
            onFocus={() => setUnder(i)}
          >
            <circle cx={at.x} cy={at.y} r={size} />
            {labels.has(i) || i === under ? (
              <text x={at.x} y={at.y - size - 4}>
                {names[i]}
              </text>
            ) : null}
            <title>{path}</title>
          </a>
        );
      })}
    </svg>
  );
}

/** The names of notes; those that two bear, with their folder. */
function namesOf(notes: NoteGraph['notes']): readonly string[] {
  const nameOf = (path: string) => path.replace(/\.md$/iu, '').split('/').at(-1) ?? path;
  const byName = Map.groupBy(notes, ({ path }) => nameOf(path));
  return notes.map(({ path }) => {
    const isOnly = byName.get(nameOf(path))?.length === 1;
    return (isOnly ? nameOf(path) : path.replace(/\.md$/iu, '').split('/').slice(-2).join('/')).slice(
      0,
      LONGEST_NAME,
    );
  });
}
