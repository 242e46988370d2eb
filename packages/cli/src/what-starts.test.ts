import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { skipBarrels } from '../../../scripts/bundle/skip-barrels.ts';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A file of a workspace package as `name/src/…`, a dependency's by the dependency's name, a Node module as
 * `node:…`.
 */
function toName(id: string): string {
  const dependency =
    /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?![\s\S]*[\\/]node_modules[\\/])/.exec(id)?.[1];
  return dependency ?? id.replace(packages, '').replaceAll('\\', '/');
}

/** The files that are loaded first, relative to `packages`, without their extension. */
const STARTED = [
  'cli/src/program/run-cli',
  'cli/src/run-bin',
  'cli/src/commands/query-vault',
  'mcp/src/serve',
] as const;

/** The ids of the modules that each module imports statically, by its id. The graph is that of the bundles, and is read once for all tests. */
let importsById: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

async function readImports(): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const collect: Plugin = {
    name: 'collect',
    moduleParsed: ({ id, importedIds }) => {
      found.set(id, importedIds);
    },
  };
  const bundle = await rolldown({
    input: Object.fromEntries(STARTED.map((path) => [path, `${packages}${path}.ts`])),
    platform: 'node',
    external: [/^better-sqlite3$/, /^usearch$/, /^@huggingface\/transformers$/],
    resolve: { conditionNames: ['memora-source', 'node', 'import', 'default'] },
    plugins: [skipBarrels(), collect],
    treeshake: false,
    logLevel: 'silent',
  });
  await bundle.generate({ format: 'esm' });
  await bundle.close();
  return found;
}

/** The names of all modules that a file loads statically, including itself but not its dynamic imports. */
async function loadedWith(path: (typeof STARTED)[number]): Promise<readonly string[]> {
  importsById ??= readImports();
  const importsBy = await importsById;
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of importsBy.get(id) ?? []) visit(imported);
  };
  visit(`${packages}${path}.ts`);
  return [...new Set([...found].map(toName))].sort();
}

/**
 * Node modules that include its streams, sockets or file promises: each takes as long to load as a search.
 */
const SLOW_BUILTINS =
  /^(?:node:)?(?:fs\/promises|timers\/promises|stream|net|http|https|tls|readline|worker_threads|child_process|perf_hooks)(?:\/.*)?$/;

/**
 * Code that a question does not need: query builders, code that writes notes and indexes, models, protocols,
 * parsers.
 */
const NOT_FOR_ANSWERS = [
  /^(?:kysely|libphonenumber-js|zod|ai|yaml|smol-toml|hash-wasm|usearch|commander|log-update)$/,
  /^(?:@ai-sdk|@modelcontextprotocol|@huggingface|@orama)\//,
  /^(?:micromark|mdast|unist|vfile)/,
  /^privacy\/src\/(?:detect|door|guard)\/(?!.*-port)/,
  /^vault\/src\/(?:watch\/|parse\/|segment\/|parse-note\.|.*(?:write|capture|complete|vault-lock))/,
  /^claims\/src\/(?:extract|run|relate\/judge)\//,
  /^claims\/src\/store\/write\/(?:index-writer|note-writer)/,
  /^claims\/src\/store\/(?:read\/read-lists|queries\/(?!prepare-query|compiled))/,
  /^retrieval\/src\/tokenise\/all-stemmers/,
  /^engine\/src\/(?:report|upkeep\/(?:challenge|consolidate|doctor|schedule))\/(?:challenge|consolidate|create|check|maintain)-/,
];

it('starts every command with its own few modules and the parser of arguments', async () => {
  const names = await loadedWith('cli/src/program/run-cli');
  expect(names).toContain('commander');
  // `@memora/language` spells out characters for a terminal. The rest of the package is not needed to start.
  const own = /^(?:(?:cli|core)\/src\/|language\/src\/text\/spell-treacherous|commander$|node:)/;
  expect(names.filter((name) => !own.test(name))).toEqual([]);
  // commander would need the last one, and the build provides none: see `withoutPrograms`.
  expect(names.filter((name) => SLOW_BUILTINS.test(name))).toEqual(['node:child_process']);
});

it('starts a hook without the parser of arguments and the table of commands', async () => {
  const names = await loadedWith('cli/src/run-bin');
  expect(names).toContain('cli/src/program/run-plain-hook.ts');
  expect(names.filter((name) => !/^(?:cli\/src\/|node:)/.test(name))).toEqual([]);
  expect(names).not.toContain('cli/src/program/command-table.ts');
});

it('answers a question without what builds queries, writes, watches or asks a model', async () => {
  const names = await loadedWith('cli/src/commands/query-vault');
  expect(names).toContain('engine/src/answer/answer-question.ts');
  expect(names).toContain('claims/src/store/read/filter/filter-claims.ts');
  expect(names.filter((name) => NOT_FOR_ANSWERS.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(names.filter((name) => SLOW_BUILTINS.test(name))).toEqual([]);
});

it('starts the MCP server without the engine', async () => {
  const names = await loadedWith('mcp/src/serve');
  expect(names).toContain('@modelcontextprotocol/server');
  expect(names.filter((name) => /^(?:claims|retrieval|vault|validator)\/src\//.test(name))).toEqual([]);
  expect(names.filter((name) => /^engine\/src\/(?!json\/)/.test(name))).toEqual([]);
  expect(names.filter((name) => /^(?:better-sqlite3|kysely|ai|usearch)$/.test(name))).toEqual([]);
});
