import type { AnswerView } from '../../../../packages/studio/src/ask/answer-view.ts';
import type { NoteView } from '../../../../packages/studio/src/notes/note-view.ts';
import type { TodayCard } from '../../../../packages/studio/src/today/today-card.ts';

/** A request of the plugin. Obsidian's own `requestUrl` fits: it sends no origin, which the server refuses. */
export type Send = (request: {
  readonly url: string;
  readonly method: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly throw: false;
}) => PromiseLike<{ readonly status: number; readonly text: string }>;

/** The line of a note that a citation names. */
export interface CitedLine {
  readonly state: 'same' | 'moved' | 'changed' | 'gone';
  readonly note: Pick<NoteView, 'path' | 'line'> | null;
}

/** The routes of `memora open` that the sidebar needs. */
export interface MemoraClient {
  readonly ask: (question: string, before: readonly string[]) => Promise<AnswerView>;
  readonly readSource: (answer: string, source: number) => Promise<CitedLine>;
  readonly today: () => Promise<readonly TodayCard[]>;
  /** Decides a card: the id of the line that is right, null for both. */
  readonly settle: (
    card: string,
    winner: string | null,
  ) => Promise<{ readonly undo: string; readonly waitMs: number }>;
  readonly undo: (undo: string) => Promise<void>;
  /** A note with its line at these bytes, as in `12-40`. */
  readonly readLine: (path: string, at: string) => Promise<Pick<NoteView, 'version' | 'line'>>;
  /** Writes bytes of a note anew, and gives the version that it then is. Refused where the note is another by now. */
  readonly edit: (edit: LineEdit) => Promise<{ readonly version: string }>;
}

/** Bytes of a note that become a text. */
export interface LineEdit {
  readonly path: string;
  readonly version: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Why the server refused. */
export class MemoraRefusal extends Error {
  readonly code: string;

  constructor(code: string, hint: string | null) {
    super(hint ?? `Memora refused (${code}).`);
    this.code = code;
  }
}

/** Speaks to the page's server at its address, which holds the token. */
export function createMemoraClient(address: string, send: Send): MemoraClient {
  const request = async (path: string, body?: object): Promise<string> => {
    const { status, text } = await send({
      url: `${address}api/${path}`,
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { contentType: 'application/json', body: JSON.stringify(body) }),
      throw: false,
    });
    if (status < 400) return text;
    const { code = 'UNREACHABLE', hint = null } = readObject(text);
    throw new MemoraRefusal(String(code), typeof hint === 'string' ? hint : null);
  };
  const json = async <T>(path: string, body?: object): Promise<T> =>
    JSON.parse(await request(path, body)) as T;
  return {
    ask: async (question, before) => readAnswer(await request('ask', { question, before })),
    readSource: (answer, source) => json(`answers/${answer}/sources/${source}`),
    today: () => json('today'),
    settle: (card, winner) => json('today/settle', { card, winner }),
    undo: async (undo) => {
      await request('today/undo', { undo });
    },
    readLine: (path, at) => json(`note?path=${encodeURIComponent(path)}&at=${at}`),
    edit: (edit) => json('edit', edit),
  };
}

/** The answer at the end of the stream of an answer that was being written. */
function readAnswer(stream: string): AnswerView {
  for (const event of stream.split('\n\n')) {
    const [name = '', data = ''] = event.split('\ndata: ');
    if (name === 'event: fault') throw new MemoraRefusal(String(readObject(data)['code']), null);
    if (name === 'event: answer') return JSON.parse(data) as AnswerView;
  }
  throw new MemoraRefusal('UNREACHABLE', 'The answer was not finished. Ask again.');
}

function readObject(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}
