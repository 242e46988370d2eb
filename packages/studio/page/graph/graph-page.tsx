import { useMemo, useState } from 'preact/hooks';
import type { NoteGraph } from '../../src/graph/note-graph.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { ABOUT } from '../notes/about.ts';
import { useLoaded } from '../use-loaded.ts';
import { chooseLabels } from './choose-labels.ts';
import { HEIGHT, placeNotes, WIDTH } from './place-notes.ts';

const LONGEST_NAME = 24;

/** The notes with the most links, as a map to navigate by. */
export function GraphPage() {
  const { value, fault } = useLoaded('graph', {}, notesChanged.value);
  return (
    <div class="page graph">
      <h1>Graph</h1>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null && fault === null ? <p class="empty">Reading the links of your notes…</p> : null}
      {value === null ? null : value.links.length === 0 ? (
        <p class="empty">
          No note links to another yet, and no name is in three notes. A link in a note, such as [[Ida]],
          draws a line here.
        </p>
      ) : (
        <>
          <p class="hint">
            <Key hasNames={value.names.length > 0} /> <Left left={value.left} />{' '}
            <span class="if-narrow">
              The drawing is wider than this window: scroll sideways to see the rest.
            </span>
          </p>
          <div class="wide" tabIndex={0} role="group" aria-label="Drawing" ref={showMiddle}>
            <Drawing graph={value} />
          </div>
          <details>
            <summary>As a list</summary>
            <ol>
              {nodesOf(value).map(({ key, address, links }) => (
                <li key={address}>
                  <a href={address}>
                    <bdi>{key}</bdi>
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

/** A phone shows part of the drawing; starts at its middle. */
function showMiddle(drawing: HTMLElement | null): void {
  if (drawing !== null) drawing.scrollLeft = (drawing.scrollWidth - drawing.clientWidth) / 2;
}

/** The legend of shapes and lines. */
function Key({ hasNames }: { readonly hasNames: boolean }) {
  if (!hasNames) return <>A line joins notes that link to each other or disagree.</>;
  return (
    <>
      <span class="key" aria-hidden="true">
        ●
      </span>{' '}
      a note ·{' '}
      <span class="key name" aria-hidden="true">
        ◆
      </span>{' '}
      a name. A line joins notes that link to each other or disagree, and a name with notes that speak of it.
    </>
  );
}

/** What is not drawn, and where to find it. */
function Left({ left: { notes, names, lines } }: Pick<NoteGraph, 'left'>) {
  const parts = [
    [notes, 'note'],
    [names, 'name'],
    [lines, 'line'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`);
  if (said.length === 0) return null;
  return (
    <>
      Not drawn: {said.join(', ')}. <a href={addressOf('Notes')}>Search finds all of them.</a>
    </>
  );
}

/** A note or a name in the drawing. */
interface DrawnNode {
  readonly key: string;
  readonly label: string;
  readonly address: string;
  readonly links: number;
  readonly isName: boolean;
}

function nodesOf({ notes, names }: NoteGraph): readonly DrawnNode[] {
  const labels = namesOf(notes);
  return [
    ...notes.map(({ path, links }, i) => ({
      key: path,
      label: labels[i] ?? path,
      address: addressOf('Notes', path),
      links,
      isName: false,
    })),
    ...names.map(({ name, links }) => ({
      key: name,
      label: name.slice(0, LONGEST_NAME),
      address: addressOf('Notes', `${ABOUT}${name}`),
      links,
      isName: true,
    })),
  ];
}

function Drawing({ graph }: { readonly graph: NoteGraph }) {
  const [under, setUnder] = useState<number | null>(null);
  const places = useMemo(() => placeNotes(graph), [graph]);
  const nodes = useMemo(() => nodesOf(graph), [graph]);
  const labels = useMemo(() => chooseLabels(nodes, places), [places]);
  const most = Math.max(1, ...graph.notes.map(({ links }) => links));
  const mostNamed = Math.max(1, ...graph.names.map(({ links }) => links));
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
      {nodes.map(({ key, label, address, links, isName }, i) => {
        const at = places[i];
        if (at === undefined) return null;
        const size = 4 + 8 * Math.sqrt(links / (isName ? mostNamed : most));
        return (
          <a
            key={address}
            href={address}
            aria-label={label}
            onMouseEnter={() => setUnder(i)}
            onMouseLeave={() => setUnder(null)}
            onFocus={() => setUnder(i)}
          >
            {isName ? (
              <path
                class="name"
                d={`M${at.x} ${at.y - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`}
              />
            ) : (
              <circle cx={at.x} cy={at.y} r={size} />
            )}
            {labels.has(i) || i === under ? (
              <text x={at.x} y={at.y - size - 4}>
                {label}
              </text>
            ) : null}
            <title>{key}</title>
          </a>
        );
      })}
    </svg>
  );
}

/** The names of notes. A name that two notes share is shown with its folder. */
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
