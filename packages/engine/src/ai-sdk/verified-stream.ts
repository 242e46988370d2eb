import type { VerifiedPart } from '@memora/validator';
import type { VerifyOptions } from '../memory.ts';
import type { AskableMemory } from './askable-memory.ts';

/**
 * Verifies a stream of text, such as `streamText(…).textStream`, while it is written.
 *
 * @example
 * for await (const part of verifiedStream(result.textStream, memory)) if (part.type === 'text') write(part.text);
 */
export function verifiedStream(
  text: ReadableStream<string>,
  memory: Pick<AskableMemory, 'verifyStream'>,
  options: VerifyOptions = {},
): ReadableStream<VerifiedPart> {
  return text.pipeThrough(memory.verifyStream(options));
}
