import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Files that import each other in a circle at run time. Type imports and dynamic imports do not count.
 * `files` are paths, and the imports between them are relative. Each circle appears once, in path order.
 */
export function findRuntimeCircles(
  files: readonly string[],
  read = (path: string) => readFileSync(path, 'utf8'),
): string[][] {
  const known = new Set(files);
  const targets = new Map(
    files.map((file) => [file, importsAtRunTime(file, read(file)).filter((path) => known.has(path))]),
  );
  return stronglyConnected(targets).map((circle) => circle.sort());
}

function importsAtRunTime(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const imported = module.staticImports
    .filter(
      ({ entries, start }) =>
        !text.startsWith('import type', start) &&
        (entries.length === 0 || entries.some(({ isType }) => !isType)),
    )
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null || isType ? [] : [moduleRequest.value],
    ),
  );
  return [...imported, ...passedOn].map((specifier) => normalize(join(dirname(file), specifier)));
}

/** Tarjan's algorithm; components of one file are left out. */
function stronglyConnected(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const at = order.size;
    order.set(file, at);
    low.set(file, at);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? (order.get(target) as number)
          : at
        : visit(target);
      low.set(file, Math.min(low.get(file) as number, reached));
    }
    if (low.get(file) === at) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle);
    }
    return low.get(file) as number;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found;
}
