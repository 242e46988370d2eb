import { parseAst } from 'rolldown/parseAst';

/** A node of a syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OURS = /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/;

/**
 * A plugin that makes the patterns of a module when they are first used. One that names Unicode's properties (`\p{L}`) takes up to some
 * milliseconds to make, and a question uses a few of the hundred and fifty that stand at the heads of our modules.
 */
export function lazyPatterns(): { name: string; transform: (source: string, path: string) => string | null } {
  return {
    name: 'lazy-patterns',
    transform: (source, path) => (OURS.test(path) && source.includes('\\p{') ? makeLazy(source) : null),
  };
}

/** `const NAME = /\p{L}/u;` at the head of a module becomes a variable that each use of NAME fills. */
export function makeLazy(source: string): string {
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  const edits: { start: number; end: number; text: string }[] = [];
  for (const statement of program['body'] as readonly Node[]) {
    const pattern = readPattern(statement);
    if (pattern === null) continue;
    const uses = findUses(program, pattern.name, pattern.id);
    if (uses === null) continue;
    const text = source.slice(pattern.literal.start, pattern.literal.end);
    edits.push({
      start: statement.start,
      end: statement.end,
      text: `let ${pattern.name}: RegExp | undefined;`,
    });
    for (const use of uses)
      edits.push({ start: use.start, end: use.end, text: `(${pattern.name} ??= ${text})` });
  }
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source);
}

/** The declaration of one constant that is such a pattern; null for any other statement. */
function readPattern(statement: Node): { name: string; id: Node; literal: Node } | null {
  if (statement.type !== 'VariableDeclaration' || statement['kind'] !== 'const') return null;
  const declarations = statement['declarations'] as readonly Node[];
  const [declared] = declarations;
  const literal = declared?.['init'] as Node | null | undefined;
  const id = declared?.['id'] as Node | undefined;
  const regex = literal?.['regex'] as { readonly pattern: string } | undefined;
  if (declarations.length !== 1 || !literal || id?.type !== 'Identifier' || !regex?.pattern.includes('\\p{'))
    return null;
  return { name: id['name'] as string, id, literal };
}

/** Every use of a name; null where it is also declared elsewhere, exported, or used in a way that has no expression. */
function findUses(program: Node, name: string, declaration: Node): readonly Node[] | null {
  const uses: Node[] = [];
  let isPlain = true;
  visit(program, null);
  return isPlain ? uses : null;

  function visit(node: Node, parent: Node | null): void {
    if (node.type === 'Identifier' && node['name'] === name && node !== declaration) {
      const isKey =
        (parent?.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true) ||
        (parent?.type === 'Property' && parent['key'] === node && parent['computed'] !== true);
      const isBinding =
        parent !== null && (parent['id'] === node || /Pattern|Params|Specifier|^TS/.test(parent.type));
      const isShorthand = parent?.type === 'Property' && parent['shorthand'] === true;
      const isParameter = Array.isArray(parent?.['params']) && (parent['params'] as Node[]).includes(node);
      if (isBinding || isShorthand || isParameter) isPlain = false;
      else if (!isKey) uses.push(node);
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof (child as Node | null)?.type === 'string') visit(child as Node, node);
      }
    }
  }
}
