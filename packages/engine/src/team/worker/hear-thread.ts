import { MemoraError } from '@memora/core';
import type { EmbeddingTurn, Tracing, WorkReport } from '@memora/postgres';
import type { LargeRoundsMessage } from './large-rounds.ts';

/** The receivers of a thread's messages. */
export interface ThreadListener {
  readonly tracing: Tracing;
  readonly onRound: (round: Pick<WorkReport, 'scope'> & Partial<WorkReport>) => void;
  /** Called each time a scope's turn of embedding has ended. */
  readonly onTurn?: ((turn: EmbeddingTurn) => void) | undefined;
  readonly onFault: (code: string) => void;
}

/** The messages of one thread. */
interface HeardThread {
  readonly hear: (message: LargeRoundsMessage) => void;
  /** Ends the spans that were open when the thread died. */
  readonly died: () => void;
}

/** Used only in spans: no caller of a memory gets an error with this code. */
const ENDED = 'THREAD_ENDED';

/** Repeats the thread's spans in this process as they arrive. */
export function hearThread({ tracing, onRound, onTurn, onFault }: ThreadListener): HeardThread {
  const spans = new Map<number, (message: Pick<SpanEnd, 'tell' | 'code'>) => void>();
  const hear = (message: LargeRoundsMessage): void => {
    if (message.kind === 'round') onRound(message.round);
    else if (message.kind === 'embedded') onTurn?.(message.turn);
    else if (message.kind === 'left') onRound({ scope: message.scope });
    else if (message.kind === 'fault') onFault(message.code);
    else if (message.kind === 'measure') tracing.measure(message.name, message.value, message.attributes);
    else if (message.kind === 'end') spans.get(message.id)?.(message);
    else {
      const { id, name } = message;
      tracing
        .span(
          name,
          (tell) =>
            new Promise<void>((resolve, reject) => {
              spans.set(id, ({ tell: told, code }) => {
                spans.delete(id);
                tell(told);
                if (code === null) resolve();
                else reject(new MemoraError('a round of the worker failed', { code, hint: 'See the log.' }));
              });
            }),
        )
        .catch(() => undefined);
    }
  };
  const died = (): void => {
    for (const end of [...spans.values()]) end({ tell: {}, code: ENDED });
  };
  return { hear, died };
}

type SpanEnd = Extract<LargeRoundsMessage, { kind: 'end' }>;

/** An error by its code, or else by its class, because its message may contain words of a note. */
export function nameFault(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
