import type * as VmModule from 'node:vm';

/** The file for one command's compiled code, and the chunks that it belongs to. */
export interface ChunkOptions {
  /** The folder of the chunks. */
  readonly folder: string;
  /** The file kept between runs; null keeps nothing. */
  readonly cacheFile: string | null;
  /**
   * Milliseconds after which a long-running process saves the code that its start compiled, because it may be killed. Code that it loads later is saved at its
   * end, for chunks without saved code: the others would grow by everything that it ran. Undefined for a command, which saves its functions at its end.
   */
  readonly lastsFrom?: number;
}

/** A chunk and its source length: V8 compares nothing else of a source with its compiled code. */
interface KeptChunk {
  readonly id: string;
  readonly changed: number;
  readonly size: number;
  /** False if the command gave no answer, so that it did not call all functions that an answer needs. */
  readonly isWhole: boolean;
}

type Exports = Record<string, unknown>;
type Wrapper = (
  exports: Exports,
  require: (id: string) => unknown,
  module: { exports: Exports },
  filename: string,
  dirname: string,
) => void;

/**
 * Loads a chunk of this bundle and, through its `require`, the chunks it needs; each once. Node's own compile cache keeps only the little that V8 compiled
 * before a module ran. This cache is written when the process ends normally, and holds the functions that the command called. A chunk is ASCII, and one
 * function: see `WRAPPER`.
 */
export function loadChunks(entry: string, { folder, cacheFile, lastsFrom }: ChunkOptions): Exports {
  // Importing these modules would create a namespace object for every export, including streams.
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const vm = process.getBuiltinModule('node:vm');
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module');
  // Code outside the bundle is left to Node's cache, in the same place.
  if (cacheFile !== null) enableCompileCache?.(path.dirname(cacheFile));

  const kept = readCache();
  const scripts = new Map<Pick<KeptChunk, 'id' | 'changed'>, VmModule.Script>();
  /** The saved code of chunks from a start, in a long-running process. */
  const taken = new Map<Pick<KeptChunk, 'id' | 'changed'>, Buffer>();
  const modules = new Map<string, { exports: Exports }>();
  const requireOutside = createRequire(path.join(folder, entry));
  let isWhole = true;

  process.once('exit', (code) => {
    if (cacheFile === null) return;
    // Code from a run with an answer replaces that from a run without one.
    if (code === 0 ? !isWhole : code === NO_ANSWER && kept.size === 0) writeCache(cacheFile, code === 0);
  });
  const loaded = load(entry);
  if (cacheFile !== null && lastsFrom !== undefined)
    setTimeout(() => {
      if (!isWhole) writeCache(cacheFile, true);
      isWhole = true;
    }, lastsFrom).unref();
  return loaded;

  function load(id: string): Exports {
    const loaded = modules.get(id);
    if (loaded !== undefined) return loaded.exports;
    const module = { exports: {} as Exports };
    modules.set(id, module);
    const filename = path.join(folder, id);
    const chunk = { id, changed: fs.statSync(filename).mtimeMs };
    const cached = kept.get(toKey(chunk));
    const cachedData = cached?.data;
    const script = new vm.Script(fs.readFileSync(filename, 'latin1'), {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cached?.isWhole !== true || script.cachedDataRejected === true) isWhole = false;
    else if (lastsFrom !== undefined) taken.set(chunk, cached.data);
    scripts.set(chunk, script);
    (script.runInThisContext() as Wrapper)(module.exports, requireAny, module, filename, folder);
    return module.exports;
  }

  function requireAny(id: string): unknown {
    if (id.startsWith('./seldom-'))
      return modules.get(id.slice(2))?.exports ?? whenUsed(() => load(id.slice(2)));
    if (id.startsWith('./')) return load(id.slice(2));
    return SELDOM_USED.has(id) ? whenUsed(() => requireOutside(id) as object) : requireOutside(id);
  }

  /** Compiled code by chunk; empty if there is no file, or an incomplete one. */
  function readCache(): ReadonlyMap<string, { readonly data: Buffer; readonly isWhole: boolean }> {
    const dataByKey = new Map<string, { readonly data: Buffer; readonly isWhole: boolean }>();
    if (cacheFile === null) return dataByKey;
    try {
      const bytes = fs.readFileSync(cacheFile);
      let at = HEAD + bytes.readUInt32LE(4);
      const chunks = JSON.parse(bytes.toString('latin1', HEAD, at)) as readonly KeptChunk[];
      if (bytes.readUInt32LE(0) !== bytes.length) return dataByKey;
      for (const chunk of chunks) {
        dataByKey.set(toKey(chunk), { data: bytes.subarray(at, at + chunk.size), isWhole: chunk.isWhole });
        at += chunk.size;
      }
    } catch {
      // Without the cache, the start only takes longer.
    }
    return dataByKey;
  }

  function writeCache(file: string, isWhole: boolean): void {
    const temporary = `${file}.${process.pid}`;
    try {
      const parts = [...scripts].map(([chunk, script]) => {
        const data = taken.get(chunk) ?? script.createCachedData();
        if (lastsFrom !== undefined) taken.set(chunk, data);
        return data;
      });
      const chunks = [...scripts.keys()].map((chunk, i) => ({
        ...chunk,
        size: parts[i]?.length ?? 0,
        isWhole,
      }));
      const index = Buffer.from(JSON.stringify(chunks), 'latin1');
      const bytes = Buffer.concat([Buffer.alloc(HEAD), index, ...parts]);
      bytes.writeUInt32LE(bytes.length, 0);
      bytes.writeUInt32LE(index.length, 4);
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const handle = fs.openSync(temporary, 'wx', 0o600);
      try {
        fs.writeSync(handle, bytes);
        // V8 does not validate the content: a file that a power cut truncated must not get the final name.
        fs.fsyncSync(handle);
      } finally {
        fs.closeSync(handle);
      }
      fs.renameSync(temporary, file);
    } catch {
      fs.rmSync(temporary, { force: true });
    }
  }
}

/** The wrapper that the build puts around the code of a chunk: adding it at each start would copy the code once more. */
export const WRAPPER = ['(function(exports,require,module,__filename,__dirname){', '\n})'] as const;

/** Modules that Node loads slowly, and that most questions and hooks do not need. */
const SELDOM_USED: ReadonlySet<string> = new Set([
  'node:crypto',
  'node:fs/promises',
  'node:stream',
  'node:timers/promises',
  'node:worker_threads',
]);

/** A module that is loaded when one of its exports, or their names, are first accessed. */
function whenUsed(open: () => object): object {
  let opened: object | undefined;
  const used = (): object => {
    opened ??= open();
    return opened;
  };
  return new Proxy(
    {},
    {
      get: (_, name) => Reflect.get(used(), name),
      has: (_, name) => Reflect.has(used(), name),
      ownKeys: () => Reflect.ownKeys(used()),
      getOwnPropertyDescriptor: (_, name) => {
        const found = Reflect.getOwnPropertyDescriptor(used(), name);
        // The proxy's target has no own property, so no descriptor may be non-configurable.
        return found === undefined ? undefined : { ...found, configurable: true };
      },
    },
  );
}

/** The exit code of a command that ran completely without a positive result: a question that the notes do not answer. */
const NO_ANSWER = 1;

/** Length of the file and of its index, four bytes each. */
const HEAD = 8;

function toKey({ id, changed }: Pick<KeptChunk, 'id' | 'changed'>): string {
  return `${id} ${changed}`;
}
