import { MemoraError } from '@memora/core';
import type { ExternalHit, ExternalMemory, ExternalProblem, ExternalSource } from './external-source.ts';
import { toExternalLine } from './to-external-line.ts';

/** The answers of external memories that met their deadline. */
export interface AskedExternal {
  readonly lines: readonly ExternalMemory[];
  readonly problems: readonly ExternalProblem[];
}

/** Queries external memories in parallel with the vault. The returned function waits for each until its deadline, counted from the start. */
export function askExternal(
  query: string,
  sources: readonly ExternalSource[],
  limit: number,
  signal: AbortSignal | undefined,
): () => Promise<AskedExternal> {
  const started = performance.now();
  const asked = sources.map((source) => {
    const stop = new AbortController();
    const own = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const answer = begin(source, query, { limit, signal: own });
    return { source, stop, answer };
  });
  return async () => {
    const given = await Promise.all(
      asked.map(async ({ source, stop, answer }): Promise<AskedExternal> => {
        const left = Math.max(0, source.deadlineMs - (performance.now() - started));
        const given = await inTime(answer, left);
        stop.abort();
        if ('problem' in given)
          return { lines: [], problems: [{ source: source.name, code: given.problem }] };
        return { lines: toLines(source.name, given.hits, limit), problems: [] };
      }),
    );
    return {
      lines: given.flatMap(({ lines }) => lines).sort((a, b) => b.score - a.score),
      problems: given.flatMap(({ problems }) => problems),
    };
  };
}

type Given = { readonly hits: readonly ExternalHit[] } | { readonly problem: string };

async function begin(
  source: ExternalSource,
  query: string,
  asked: { readonly limit: number; readonly signal: AbortSignal },
): Promise<Given> {
  try {
    return { hits: await source.search(query, asked) };
  } catch (error) {
    return { problem: MemoraError.isInstance(error) ? error.code : 'EXTERNAL_FAILED' };
  }
}

async function inTime(answer: Promise<Given>, ms: number): Promise<Given> {
  // With no time left, no timer is started.
  if (ms <= 0) return Promise.race([answer, late()]);
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<Given>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
  }
}

const LATE: Given = { problem: 'EXTERNAL_TIMEOUT' };

async function late(): Promise<Given> {
  await new Promise((resolve) => setImmediate(resolve));
  return LATE;
}

const TRUST = 0.3;

/** The list of one source, scaled so that its best hit is 1. If the source gives no scores, its order is kept. */
function toLines(source: string, hits: readonly ExternalHit[], limit: number): ExternalMemory[] {
  const shown = hits.slice(0, limit);
  const scores = shown.map(({ score }) =>
    score !== null && Number.isFinite(score) && score > 0 ? score : null,
  );
  const best = Math.max(...scores.map((score) => score ?? 0));
  return shown.flatMap(({ original, text, at }, i) => {
    const line = toExternalLine(text);
    if (line === '') return [];
    const own = scores[i];
    return {
      source,
      original,
      line,
      since: at !== null && !Number.isNaN(Date.parse(at)) ? at : null,
      trust: TRUST,
      score: best > 0 && own != null ? own / best : best > 0 ? 0 : 1 / (i + 1),
      captured: null,
    };
  });
}
