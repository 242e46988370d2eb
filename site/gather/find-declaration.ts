import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A declaration in a source. */
export interface Declared {
  readonly name: string;
  /** The text of its docstring, as Markdown. */
  readonly about: string;
  /** Its type as written in the source, without function bodies. */
  readonly code: string;
}

/** Finds the declaration of `name` through re-exports; null if another package declares it. */
export function findDeclaration(name: string, file: string, root: string): Declared | null {
  const text = readFileSync(file, 'utf8');
  const { program, comments, module } = parseSync(file, text);
  for (const node of program.body) {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    const code = declared === null ? null : codeOf(declared as unknown as Node, name, text);
    if (code === null) continue;
    const comment = comments.findLast(({ end }) => end <= node.start);
    const isAbove = comment?.type === 'Block' && text.slice(comment.end, node.start).trim() === '';
    return { name, about: isAbove ? toMarkdown(comment.value) : '', code };
  }
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, moduleRequest } of entries) {
      if (exportName.name !== name || moduleRequest?.value.startsWith('.') !== true) continue;
      return findDeclaration(importName.name ?? name, join(dirname(file), moduleRequest.value), root);
    }
  return null;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string; readonly end: number } | null;
  readonly body?: Node | { readonly body?: readonly Node[] } | null;
  readonly value?: Node | null;
  readonly accessibility?: string | null;
  readonly key?: { readonly type: string };
  readonly declarations?: readonly (Node & { readonly init?: Node | null })[];
}

const MOST = 600;

function codeOf(node: Node, name: string, text: string): string | null {
  if (node.type === 'VariableDeclaration') {
    const found = node.declarations?.find(({ id }) => id?.name === name);
    if (found === undefined) return null;
    const code = `const ${text.slice(found.start, found.end)}`;
    const type = text.slice(found.start, found.id?.end ?? found.end);
    return code.length <= MOST ? code : `const ${type}${type.includes(':') ? '' : ': …'}`;
  }
  if (node.id?.name !== name) return null;
  if (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction') {
    const body = node.body as Node | null | undefined;
    return text.slice(node.start, body?.start ?? node.end).trim();
  }
  if (node.type === 'ClassDeclaration') return classCode(node, text);
  return /^TS(?:Interface|TypeAlias|Enum)Declaration$/.test(node.type)
    ? text.slice(node.start, node.end)
    : null;
}

/** A class with the signatures of its public members. */
function classCode(node: Node, text: string): string {
  const body = node.body as { readonly start: number; readonly body: readonly Node[] };
  const members = body.body
    .filter(({ key, accessibility }) => key?.type !== 'PrivateIdentifier' && accessibility !== 'private')
    .map((member) => {
      const inner = member.value?.body as Node | null | undefined;
      return `  ${text
        .slice(member.start, inner?.start ?? member.end)
        .trim()
        .replace(/;?$/, ';')}`;
    });
  return `${text.slice(node.start, body.start).trim()} {\n${members.join('\n')}\n}`;
}

/** A docstring without its asterisks. */
function toMarkdown(comment: string): string {
  return comment
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .replace(/\{@link ([^}\s]+)[^}]*\}/g, '`$1`')
    .replace(/@example\n([\s\S]*)$/, (_, code: string) => `\n\`\`\`ts\n${code.trimEnd()}\n\`\`\``)
    .replace(/^@(\w+) ?/gm, '**$1** ')
    .trim();
}
