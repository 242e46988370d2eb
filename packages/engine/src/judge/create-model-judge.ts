import { joinWire, toWireText, type WirePlace, wire } from '@memora/privacy';
import { buildJudgePrompt, type Judge, type JudgeRequest, readJudgeReply } from '@memora/validator/judge';
import { MemoryError } from '../memory-error.ts';
import type { ChatModel } from '../models/chat-model.ts';

/** Maximum tokens of the verdicts of one request; a reasoning model needs most of them. */
const OUTPUT_TOKENS = 8_192;

/**
 * Creates a judge from a chat model. Text of a band that its place may not see is not sent. Throws the errors of finding the model's place; a request that
 * fails or whose reply can't be read throws `JUDGE_FAILED`.
 */
export async function createModelJudge(model: ChatModel): Promise<Judge> {
  const place = await model.place();
  return {
    name: model.name,
    locality: place === 'loopback' ? 'local' : 'cloud',
    judge: async (request, { signal }) => {
      const { text, failure } = await model.write(toPrompt(request, place), {
        question: request.question ?? '',
        signal,
        maxOutputTokens: OUTPUT_TOKENS,
      });
      const replies = failure === null || text !== '' ? readJudgeReply(text, request) : null;
      if (replies !== null) return replies;
      throw new MemoryError('the judge gave no verdicts', {
        code: 'JUDGE_FAILED',
        hint:
          failure === null
            ? 'Its reply can’t be read; `memora model test` shows how it judges.'
            : `The model did not reply: ${failure}.`,
      });
    },
  };
}

function toPrompt(request: JudgeRequest, place: WirePlace) {
  const { instructions, parts } = buildJudgePrompt(request);
  const show = (text: string, band: 'public' | 'private' | 'secret') =>
    toWireText({ text, band }, place) ?? wire`[redacted]`;
  return {
    instructions: show(instructions, 'public'),
    prompt: joinWire(
      parts.map(({ text, band }) => show(text, band ?? 'public')),
      '',
    ),
  };
}
