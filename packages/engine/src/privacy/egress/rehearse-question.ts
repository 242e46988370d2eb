import type { RehearsedRequest } from '@memora/privacy';
import type { Memory } from '../../memory.ts';

/** One request that a question would make. */
export interface QuestionRequest {
  readonly kind: RehearsedRequest['kind'];
  /** Scheme, host and port. */
  readonly origin: string;
  readonly path: string;
  /** `sent` would leave this machine, `local` would stay on it. The others would be stopped. */
  readonly outcome: RehearsedRequest['outcome'];
  readonly code: string | null;
  readonly bytes: number;
  /** The exact text that would leave. Null if the request stays here, because it may contain secrets. */
  readonly body: string | null;
  readonly claimIds: readonly string[];
}

/** The requests that a question would send. */
export interface QuestionRehearsal {
  readonly requests: readonly QuestionRequest[];
  /**
   * False if a reply decides the next request: an embedding or a model's search words decide which passages
   * are found. Later requests are then shown as they would be without that reply. The request after a
   * rejected draft is never included; it contains the same passages or fewer.
   */
  readonly exact: boolean;
}

/** Asks the question of a memory whose egress shows each request instead of sending it. */
export async function rehearseQuestion(
  question: string,
  open: (tell: (request: RehearsedRequest) => void) => Promise<Memory>,
): Promise<QuestionRehearsal> {
  const seen: RehearsedRequest[] = [];
  await using memory = await open((request) => seen.push(request));
  await memory.ask(question, { bands: ['public', 'private'] });
  return {
    requests: seen.map(toQuestionRequest),
    exact:
      seen.every(({ kind }) => kind !== 'embedding') &&
      !(seen.length > 1 && memory.settings.config.retrieval.rewrite),
  };
}

function toQuestionRequest({ kind, url, outcome, code, body }: RehearsedRequest): QuestionRequest {
  const text = body === null ? '' : Buffer.from(body).toString('utf8');
  const ids = [...text.matchAll(/\bclaim:\s?([0-9a-z]{16})\b/gu)].flatMap(([, id]) => id ?? []);
  return {
    kind,
    origin: url.origin,
    path: url.pathname,
    outcome,
    code,
    bytes: body?.length ?? 0,
    body: outcome === 'sent' ? text : null,
    claimIds: [...new Set(ids)],
  };
}
