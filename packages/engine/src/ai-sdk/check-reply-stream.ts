import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AskableMemory } from './askable-memory.ts';
import { countsOf, type ReplyRules, withReport } from './check-reply.ts';
import { createRefusedCutter, isCitedFalsely } from './cut-refused.ts';
import { createCitationCollector } from './to-citations.ts';

type Part = LanguageModelV4StreamPart;
type Controller = TransformStreamDefaultController<Part>;

/** Passes each text on statement by statement after checking it; every other part passes immediately. */
export function checkReplyStream(
  memory: Pick<AskableMemory, 'verifyStream'>,
  { verify, openCiting, isGrounded, fallback, onReply }: ReplyRules,
): TransformStream<Part, Part> {
  let written = '';
  const texts: string[] = [];
  const blocks = new Map<string, ReturnType<typeof openBlock>>();
  const openBlock = (id: string, controller: Controller) => {
    const stream = memory.verifyStream(verify);
    const writer = stream.writable.getWriter();
    const collector = createCitationCollector();
    const refused: string[] = [];
    const cutter = createRefusedCutter();
    const citing = openCiting?.();
    let text = '';
    let counts = { quoted: 0, judged: 0, notJudged: 0 };
    const give = (delta: string): void => {
      if (delta === '') return;
      text += delta;
      controller.enqueue({ type: 'text-delta', id, delta });
    };
    const done = (async () => {
      for await (const part of stream.readable) {
        if (part.type === 'text') {
          if (isGrounded) give(part.text);
        } else if (part.type === 'report') counts = countsOf(part.report);
        else if (part.type === 'statement' || part.type === 'correction') {
          const { statement, checks } = part;
          if (!isGrounded) give(cutter.decide(statement));
          if (statement.kind !== 'claim') continue;
          if (part.type === 'statement') collector.add(statement, checks, text);
          else if (isGrounded || isCitedFalsely(statement)) refused.push(statement.text);
        }
      }
      if (!isGrounded) give(cutter.end());
    })();
    done.catch(() => undefined);
    const pass = async (cited: string): Promise<void> => {
      if (cited === '') return;
      cutter.write(cited);
      await writer.write(cited);
    };
    return {
      write: (delta: string) => pass(citing?.write(delta) ?? delta),
      end: async () => {
        await pass(citing?.end() ?? '');
        await writer.close();
        await done;
        texts.push(text);
        return { collector, refused, counts };
      },
    };
  };
  const endBlock = async (part: Extract<Part, { type: 'text-end' }>, controller: Controller) => {
    const ended = await blocks.get(part.id)?.end();
    blocks.delete(part.id);
    controller.enqueue({
      ...part,
      citations: [...(ended?.collector.citations ?? [])],
      providerMetadata: withReport(part.providerMetadata, {
        grounded: isGrounded,
        refused: ended?.refused ?? [],
        ...(ended?.counts ?? { quoted: 0, judged: 0, notJudged: 0 }),
      }),
    });
    for (const source of ended?.collector.sources() ?? []) controller.enqueue(source);
  };
  return new TransformStream<Part, Part>({
    transform: async (part, controller) => {
      switch (part.type) {
        case 'text-start':
          blocks.set(part.id, openBlock(part.id, controller));
          controller.enqueue(part);
          break;
        case 'text-delta':
          written += part.delta;
          await blocks.get(part.id)?.write(part.delta);
          break;
        case 'text-end':
          await endBlock(part, controller);
          break;
        case 'finish':
          if (fallback !== undefined && written.trim() !== '' && texts.every((text) => text.trim() === '')) {
            texts.push(fallback);
            for (const each of fallbackParts(fallback)) controller.enqueue(each);
          }
          controller.enqueue(part);
          break;
        default:
          controller.enqueue(part);
      }
    },
    flush: () => onReply(texts.filter((text) => text.trim() !== '').join('\n\n')),
  });
}

function fallbackParts(text: string): Part[] {
  const id = 'memora-fallback';
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
  ];
}
