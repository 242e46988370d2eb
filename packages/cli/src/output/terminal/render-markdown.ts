import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Output } from '../create-output.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Styles = Pick<Output, 'style'>;

/**
 * The Markdown of one statement for a terminal: emphasis as styles, code in colour, a wiki link as its name. The address of a link follows its words, so that
 * no link has a hidden target.
 */
export function renderMarkdown(text: string, output: Styles): string {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return renderAll(tree.children, output, text).trim();
}

function renderAll(nodes: readonly Node[], output: Styles, source: string): string {
  return nodes.map((node) => render(node, output, source)).join('');
}

function render(node: Node, output: Styles, source: string): string {
  switch (node.type) {
    case 'text':
      return node.value.replace(/!?\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/gu, (_, target: string, name?: string) =>
        (name ?? target).trim(),
      );
    case 'strong':
      return output.style('bold', renderAll(node.children, output, source));
    case 'emphasis':
      return output.style('italic', renderAll(node.children, output, source));
    case 'delete':
      return output.style('strikethrough', renderAll(node.children, output, source));
    case 'inlineCode':
      return output.style('cyan', node.value);
    case 'heading':
      return output.style('bold', renderAll(node.children, output, source));
    case 'link': {
      const words = renderAll(node.children, output, source);
      return words === node.url || node.url === ''
        ? words
        : `${words} ${output.style('dim', `(${node.url})`)}`;
    }
    case 'break':
      return ' ';
    case 'paragraph':
      return renderAll(node.children, output, source);
    case 'list':
      return node.children
        .map((item, i) => {
          const mark = node.ordered === true ? `${(node.start ?? 1) + i}.` : '•';
          const box = item.checked === null || item.checked === undefined ? '' : item.checked ? '☑ ' : '☐ ';
          return `${mark} ${box}${renderAll(item.children, output, source)}`;
        })
        .join(' ');
    case 'blockquote':
      return renderAll(node.children, output, source);
    default:
      // Nodes that a terminal can't show (HTML, images, formulas) stay as they are written.
      return source.slice(node.position?.start.offset, node.position?.end.offset);
  }
}
