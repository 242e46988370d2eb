import { countSecretPlaces } from '@memora/engine';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { KeptAnswer } from '../ask/create-answer-shelf.ts';
import { locateSource } from '../ask/locate-source.ts';
import { saveAnswer } from '../ask/save-answer.ts';
import { toAnswerView } from '../ask/to-answer-view.ts';
import { toDraftSentence } from '../ask/to-draft-sentence.ts';
import { codeOf } from '../http/code-of.ts';
import { readBody } from '../http/read-body.ts';
import { readShownNote } from '../notes/read-shown-note.ts';
import type { Studio } from '../studio.ts';
import { StudioError } from '../studio-error.ts';

/** The longest question. */
const LONGEST = 4_000;
/** Maximum number of earlier questions and answers that are read with a follow-up. */
const MOST_BEFORE = 6;

/** The routes for questions, and for the sources of an answer. */
export function askRoutes({ memory, shelf, ready, reading, problem }: Studio): Hono {
  const app = new Hono();
  /** The latest earlier questions and answers, by the ids of the answers. */
  const conversation = (ids: unknown) =>
    (Array.isArray(ids) ? ids.slice(-MOST_BEFORE) : []).flatMap((id) => {
      const kept = typeof id === 'string' ? shelf.find(id) : null;
      return kept === null || kept.reveal || kept.said === ''
        ? []
        : [{ question: kept.view.question, answer: kept.said }];
    });

  const requireAnswer = (id: string): KeptAnswer => {
    const kept = shelf.find(id);
    if (kept === null) throw notKept();
    return kept;
  };

  app.post('/ask', async (context) => {
    const { question, before, reveal } = await readBody(context);
    if (typeof question !== 'string' || question.trim() === '' || question.length > LONGEST)
      throw new StudioError('the question is empty or too long', {
        code: 'BAD_REQUEST',
        hint: 'Ask in a sentence or two.',
      });
    const gone = context.req.raw.signal;
    return streamSSE(context, async (stream) => {
      // Stops when the page is closed.
      const stop = new AbortController();
      stream.onAbort(() => stop.abort());
      const signal = AbortSignal.any([stop.signal, gone]);
      const send = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        await ready(signal);
        const far = reading();
        // During the first reading of the vault, a refresh here would read all unread notes as well.
        if (far === null) await memory.refresh({ first: true, signal });
        let writing = Promise.resolve();
        const answer = await memory.ask(question, {
          signal,
          ...(far === null ? {} : { behind: false }),
          ...(reveal === true ? {} : { bands: ['public', 'private'] as const }),
          before: conversation(before),
          stream: (part) => {
            if (part.type === 'restart') writing = writing.then(() => send('restart', {}));
            const sentence = part.type === 'statement' ? toDraftSentence(part, memory) : null;
            if (sentence !== null) writing = writing.then(() => send('sentence', sentence));
          },
        });
        await writing;
        const kept = await toAnswerView(question, answer, memory, { reveal: reveal === true, reading: far });
        shelf.keep(kept);
        await send('answer', kept.view);
        if (reveal !== true)
          await send('secrets', { count: await countSecretPlaces(memory, question, signal) });
      } catch (error) {
        if (signal.aborted) return;
        problem(error);
        await send('fault', { code: codeOf(error) });
      }
    });
  });

  app.get('/answers/:id/sources/:number', async (context) => {
    const { id, number } = context.req.param();
    const kept = requireAnswer(id);
    const place = kept.places.get(Number(number));
    if (place === undefined) throw notKept();
    const { state, span, now } = await locateSource(memory, place, kept.reveal);
    const marks = span === null ? [] : [span];
    // If the words are gone, show the place where they were.
    const note = await readShownNote(memory, {
      path: place.path,
      marks: state === 'changed' ? [toLineAt(place.span.start)] : marks,
      reveal: kept.reveal,
    });
    return context.json({ state, now, note });
  });

  app.post('/answers/:id/save', async (context) => {
    await readBody(context);
    return context.json(
      await saveAnswer(memory, requireAnswer(context.req.param('id')), context.req.raw.signal),
    );
  });

  app.get('/answers/:id/receipt', async (context) => {
    const { reveal, report } = requireAnswer(context.req.param('id'));
    if (reveal)
      throw new StudioError('an answer from secret notes has no receipt', {
        code: 'NOTE_SECRET',
        hint: 'Ask again without the secret notes.',
      });
    return context.json(await memory.receipt(report));
  });

  return app;
}

function notKept(): StudioError<'NOT_FOUND'> {
  return new StudioError('the answer is no longer kept', {
    code: 'NOT_FOUND',
    hint: 'Ask the question again.',
  });
}

/** Describes the place of words that have changed. */
function toLineAt(start: number) {
  return { start, end: start };
}
