import { createScanner, type Node } from 'jsonc-parser';

/**
 * The text with a new property at the start of its object, so that no existing line needs a comma and no
 * comment moves. It follows the object's style: separate lines, or one line.
 */
export function putProperty(text: string, object: Node, name: string, value: unknown): string {
  const first = object.children?.[0];
  const inside = object.offset + 1;
  const key = JSON.stringify(name);
  const isMinified = !text.trim().includes('\n') && text.trim() !== '{}';
  if (isMinified || (first !== undefined && !text.slice(inside, first.offset).includes('\n'))) {
    const gap = isMinified && !/[:,] /.test(text) ? '' : ' ';
    const property = `${key}:${gap}${inOneLine(value, gap)}`;
    const at = first?.offset ?? inside;
    return insert(text, at, first === undefined ? property : `${property},${gap}`);
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = unitOf(text);
  const own = indentOf(text, object.offset);
  const indent = first === undefined ? own + unit : indentOf(text, first.offset);
  const property = `${eol}${indent}${key}: ${onLines(value, { unit, indent, eol })}`;
  const rest = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text.slice(inside))?.[0];
  const isOpen = rest !== undefined;
  const ending = first !== undefined ? ',' : isOpen ? '' : `${eol}${own}`;
  return insert(text, inside + (rest?.length ?? 0), property + ending);
}

/** The text with one value replaced by another. */
export function putValue(text: string, node: Node, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const old = text.slice(node.offset, node.offset + node.length);
  const indent = indentOf(text, node.offset);
  const written = old.includes('\n')
    ? onLines(value, { unit: unitOf(text), indent, eol })
    : inOneLine(value, ' ');
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/** The text without a property and its comma, and without its lines if they contain nothing else. */
export function cutProperty(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  let end = property.offset + property.length;
  let before = text.slice(0, property.offset);
  const comma = commaBehind(text, end);
  if (comma !== null) end = comma + 1;
  else if (previous !== undefined) {
    const at = commaBehind(text, previous.offset + previous.length);
    if (at !== null) before = text.slice(0, at) + text.slice(at + 1, property.offset);
  }
  const after = text.slice(end);
  // Its first line is removed together with the line end before it.
  const lead = /\r?\n[ \t]*$/.exec(before);
  if (lead !== null && /^[ \t]*(?:\r?\n|\})/.test(after)) return before.slice(0, lead.index) + after;
  return before + after.replace(/^[ \t]+(?=\S)/, '');
}

function commaBehind(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null;
}

const insert = (text: string, at: number, part: string) => text.slice(0, at) + part + text.slice(at);

/** The spaces and tabs at the start of the line that contains an offset. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

/** The file's indentation: that of its first indented line. */
const unitOf = (text: string) => /\n([ \t]+)["}]/.exec(text)?.[1] ?? '  ';

function onLines(
  value: unknown,
  { unit, indent, eol }: { unit: string; indent: string; eol: string },
): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

function inOneLine(value: unknown, gap: string): string {
  if (gap === '') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => inOneLine(each, gap)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${inOneLine(each, gap)}`,
  );
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}
