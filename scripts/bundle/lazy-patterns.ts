/** The bundler's parser. A parameter, because each package has its own bundler and this folder has none. */
export type ParseSource = (source: string, options: { readonly lang: 'ts' }) => unknown;

/** The parts of a syntax-tree node that are read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OURS = /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/;

/**
 * A plugin that creates the patterns of a module, and lists of patterns, on first use. A pattern with Unicode
 * properties (`\p{L}`) takes up to some milliseconds to create, and a question uses a few out of hundreds.
 */
export function lazyPatterns(parse: ParseSource): {
  name: string;
  transform: (source: string, path: string) => string | null;
} {
  return {
    name: 'lazy-patterns',
    transform: (source, path) => (OURS.test(path) ? makeLazy(source, parse) : null),
  };
}

/**
 * Turns `const NAME = /\p{L}/u;` at the top of a module into a function that creates the pattern at its first call, and each use of
 * NAME into a call. Lists and tables of patterns are treated the same way. Values that a pattern is built from must not change later.
 */
export function makeLazy(source: string, parse: ParseSource): string {
  const program = parse(source, { lang: 'ts' }) as Node;
  const edits: { start: number; end: number; text: string }[] = [];
  for (const statement of program['body'] as readonly Node[]) {
    const constant = readConstant(statement);
    if (constant === null) continue;
    const { name, id, value } = constant;
    const uses = findUses(program, name, id);
    if (uses === null) continue;
    edits.push(
      {
        start: statement.start,
        end: value.start,
        text: `let ${name}: any; function ${name}$(): any { return ${name} ??= (`,
      },
      { start: value.end, end: statement.end, text: '); }' },
      ...uses.map(({ start, end }) => ({ start, end, text: `${name}$()` })),
    );
  }
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source);
}

/** The declaration of one constant that is a pattern or contains patterns; null for any other statement. */
function readConstant(statement: Node): { name: string; id: Node; value: Node } | null {
  if (statement.type !== 'VariableDeclaration' || statement['kind'] !== 'const') return null;
  const declarations = statement['declarations'] as readonly Node[];
  const [declared] = declarations;
  const value = declared?.['init'] as Node | null | undefined;
  const id = declared?.['id'] as Node | undefined;
  if (declarations.length !== 1 || !value || id?.type !== 'Identifier') return null;
  return isPattern(value) || (isTable(value) && holdsPattern(value))
    ? { name: id['name'] as string, id, value }
    : null;
}

function isPattern(node: Node): boolean {
  if (node.type === 'NewExpression' || node.type === 'CallExpression')
    return (node['callee'] as Node)['name'] === 'RegExp';
  return node['regex'] !== undefined;
}

function holdsPattern(node: Node): boolean {
  return isPattern(node) || childrenOf(node).some(holdsPattern);
}

const STILL =
  /^(?:Array|Object|Unary|Binary|Member|TSAs|TSSatisfies)Expression$|^(?:Property|Literal|Identifier|TemplateLiteral|TemplateElement|SpreadElement|TSTypeReference)$/;

/** True for a literal value, which is the same whenever it is created. */
function isTable(node: Node): boolean {
  return isPattern(node) || (STILL.test(node.type) && childrenOf(node).every(isTable));
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof (child as Node | null)?.type === 'string');
}

/** Every use of a name; null if it is also declared elsewhere, exported, or used in a way that has no expression. */
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
    for (const child of childrenOf(node)) visit(child, node);
  }
}
