import { type ComponentChildren, createElement } from 'preact';
import type { NoteNode } from '../../src/notes/note-view.ts';
import { addressOf } from '../current-place.ts';

/** Elements that are rendered as themselves. */
const OWN = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['thead', 'tbody', 'tr', 'th', 'td', 'strong', 'em', 'del', 'code', 'mark'],
]);
/** A note's headings are rendered below those of the page. */
const LOWER: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
};
/** Blocks that take their writing direction from their own text. */
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'th', 'td', 'pre']);

/** The elements of a rendered note. Elements that are not in the list are rendered as their text. */
export function NoteNodes({ nodes }: { readonly nodes: readonly NoteNode[] }) {
  return <>{nodes.map(draw)}</>;
}

function draw(node: NoteNode, key: number): ComponentChildren {
  if (typeof node === 'string') return node;
  const [tag, attributes, inside] = node;
  const children = inside.map(draw);
  switch (tag) {
    case 'a': {
      const href = attributes.href ?? '';
      return /^(?:https?|mailto):/iu.test(href) ? (
        <a key={key} href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        children
      );
    }
    case 'wiki':
      return (
        <a key={key} class="wiki" href={addressOf('Notes', attributes.target ?? '')}>
          {children}
        </a>
      );
    case 'secret':
      return (
        <span key={key} class="secret">
          secret
        </span>
      );
    case 'band':
      return (
        <span key={key} class="band" data-band={attributes.band} title={`This part is ${attributes.band}`}>
          {children}
        </span>
      );
    case 'control':
      return (
        <span key={key} class="control" title="A character that changes the direction of text">
          {children}
        </span>
      );
    case 'aside':
      return (
        <span key={key} class="aside" dir="auto">
          {children}
        </span>
      );
    case 'check':
      return (
        <span key={key} class="check" role="img" aria-label={attributes.checked === true ? 'Done' : 'Open'}>
          {attributes.checked === true ? '☑' : '☐'}{' '}
        </span>
      );
    case 'table':
      return (
        <div key={key} class="wide" tabIndex={0} role="group" aria-label="Table">
          <table>{children}</table>
        </div>
      );
    default:
      return OWN.has(tag)
        ? createElement(
            LOWER[tag] ?? tag,
            {
              key,
              ...(LOWER[tag] === undefined ? {} : { class: tag }),
              ...(BLOCKS.has(tag) ? { dir: 'auto' } : {}),
              ...(tag === 'ol' ? { start: attributes.start ?? 1 } : {}),
            },
            ...children,
          )
        : children;
  }
}
