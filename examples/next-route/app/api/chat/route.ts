import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { MemoraError } from '@memora/core';
import { type Memory, openMemory } from '@memora/engine';
import { withMemora } from '@memora/engine/ai-sdk';
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai';

// SQLite needs Node; the edge runtime has none.
export const runtime = 'nodejs';
export const maxDuration = 60;

const {
  NOTES = 'notes',
  MODEL_URL = 'http://127.0.0.1:11434/v1',
  MODEL = 'llama3.2',
  MODEL_KEY,
} = process.env;
const model = createOpenAICompatible({
  name: 'example',
  baseURL: MODEL_URL,
  ...(MODEL_KEY === undefined ? {} : { apiKey: MODEL_KEY }),
})(MODEL);

/** One memory for all requests of this process, opened by the first; one that did not open is tried again. */
let opened: Promise<Memory> | null = null;
function memory(): Promise<Memory> {
  opened ??= openMemory({ vault: NOTES }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** What `useChat` posts in, what it reads out: verified text, and a source part for each cited claim. */
export async function POST(request: Request): Promise<Response> {
  const body = (await request.json().catch(() => null)) as { messages?: UIMessage[] } | null;
  if (!Array.isArray(body?.messages))
    return Response.json({ error: 'messages are missing' }, { status: 400 });
  try {
    const result = streamText({
      model: withMemora(model, await memory()),
      messages: await convertToModelMessages(body.messages),
      // A person who leaves the page stops the model too.
      abortSignal: request.signal,
      onError: () => undefined,
    });
    const stream = toUIMessageStream({
      stream: result.stream,
      sendSources: true,
      // What goes to the browser holds no text of notes and no address of the model.
      onError: (error) => (MemoraError.isInstance(error) ? error.code : 'the model failed'),
    });
    return createUIMessageStreamResponse({ stream });
  } catch (error) {
    if (!MemoraError.isInstance(error)) throw error;
    return Response.json({ error: error.code, hint: error.hint }, { status: 503 });
  }
}
