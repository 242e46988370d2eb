import { parseSync } from 'oxc-parser';

/** A fault to insert into a source: these characters are replaced while the file is loaded. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The original characters. */
  readonly original: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

/** Every possible fault of a source with one changed operator, condition or truth value. */
export function findMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = (start: number, end: number, replacement: string) =>
    found.push({
      ...{ file, start, end, replacement, original: source.slice(start, end) },
      line: source.slice(0, start).split('\n').length,
    });
  walk(parseSync(file, source).program as unknown as Node, (node) => {
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const operator = String(node['operator']);
      const at = source.indexOf(operator, (node['left'] as Node).end);
      const replacement = OPERATORS[operator];
      if (replacement !== undefined && at < (node['right'] as Node).start)
        add(at, at + operator.length, replacement);
    }
    if (node.type === 'IfStatement') {
      const { start, end } = node['test'] as Node;
      add(start, end, 'false');
    }
    if (node.type === 'UnaryExpression' && node['operator'] === '!') add(node.start, node.start + 1, '');
    if (node.type === 'Literal' && typeof node['value'] === 'boolean')
      add(node.start, node.end, String(!node['value']));
  });
  return found;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    // Types have no effect at run time.
    if (key.startsWith('type') || key === 'returnType') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit);
  }
}

/** This many items of a list. The same seed chooses the same items. */
export function choose<T>(list: readonly T[], count: number, seed: number): T[] {
  let state = seed;
  const left = [...list];
  return Array.from({ length: Math.min(count, list.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(state % left.length, 1)[0] as T;
  });
}
