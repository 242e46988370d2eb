import type { Band, SpanLike } from '@memora/core';

/** The systems whose stores can be read. */
export const PROVIDERS = [
  'mem0',
  'claude-mem',
  'server-memory',
  'instructions',
  'memory-folder',
  'basic-memory',
  'zora',
  'pam',
  'claude',
  'list',
] as const;

/**
 * `claude-mem`: its SQLite database. `server-memory`: `memory.jsonl` of the reference server. `instructions`: CLAUDE.md, AGENTS.md and similar files.
 * `memory-folder`: an index and notes, as coding agents keep them. `zora`: JSON items with `content` or `summary`. `pam`: Portable AI Memory. `claude`: the
 * `memories.json` of an export. `list`: lines or strings.
 */
export type Provider = (typeof PROVIDERS)[number];

/** Who put a memory into its store, as far as the store says. */
export type MemoryOrigin = 'person' | 'agent' | 'tool' | 'unknown';

/** One memory from another system's store. */
export interface ForeignMemory {
  readonly provider: Provider;
  /** The format it was read from, with its version if it has one: `portable-ai-memory 1.0`. */
  readonly format: string;
  /** The id from its store; made from its place if the store gives none. */
  readonly id: string;
  readonly text: string;
  readonly entity: string | null;
  /** The kind that the store gives it. */
  readonly kind: string | null;
  /** ISO 8601. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** The user, project or files that it is for. */
  readonly scope: string | null;
  readonly origin: MemoryOrigin;
  /** The tool, page or session that the memory came from. */
  readonly source: string | null;
  /** Further fields from its store, unchanged. Only for JSON items and Portable AI Memory. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** `secret` if a marker or the store says so; otherwise `private`. */
  readonly band: Band;
  readonly tags: readonly string[];
  /** The file, as the caller named it, or relative to the folder that the caller named. */
  readonly file: string;
  /** True if the whole file is secret; no report names it. */
  readonly isFileSecret?: boolean;
  /** Bytes of that file. */
  readonly span: SpanLike;
  /** 1-based. */
  readonly line: number;
}

export type StoreProblemCode =
  | 'FORMAT_UNKNOWN'
  | 'JSON_INVALID'
  | 'JSON_TRUNCATED'
  | 'RECORD_INVALID'
  | 'RELATION_DANGLING'
  | 'IMPORT_MISSING'
  | 'IMPORT_TOO_DEEP'
  | 'FILE_UNREADABLE'
  | 'TOO_LARGE';

/** A part that could not be read; the rest was. The message never holds text of a memory. */
export interface StoreProblem {
  readonly problem: StoreProblemCode;
  readonly message: string;
  readonly file: string;
  /** The 1-based record or line of the file. */
  readonly number?: number;
}
