import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type CheckedText, type VerifyMode, withMetadata } from './check-text.ts';

type Parts = LanguageModelV4StreamPart;

/** Parts that come before a model's first words. */
const SILENT = new Set<string>(['stream-start', 'response-metadata', 'text-start', 'reasoning-start']);

interface Recording {
  readonly verify: VerifyMode;
  readonly check: (text: string) => Promise<CheckedText>;
  /** Records the input of the model. */
  readonly record: () => Promise<void>;
  /** Records the output of the model. */
  readonly said: (text: string) => Promise<void>;
}

/** Passes parts through and records both sides; with `strip`, a text is sent as a whole once it is checked. */
export function recordParts({ verify, check, record, said }: Recording): TransformStream<Parts, Parts> {
  const open = new Map<string, string>();
  const texts: string[] = [];
  const letThrough = async (
    part: Parts,
    controller: TransformStreamDefaultController<Parts>,
  ): Promise<void> => {
    if (part.type === 'text-start') open.set(part.id, '');
    if (part.type === 'text-delta') {
      open.set(part.id, (open.get(part.id) ?? '') + part.delta);
      if (verify === 'strip') return;
    }
    if (part.type !== 'text-end') {
      controller.enqueue(part);
      return;
    }
    const text = open.get(part.id) ?? '';
    open.delete(part.id);
    const checked = verify === 'off' ? { text, metadata: null } : await check(text);
    texts.push(checked.text);
    if (verify === 'strip' && checked.text !== '')
      controller.enqueue({ type: 'text-delta', id: part.id, delta: checked.text });
    controller.enqueue({ ...part, ...withMetadata(part.providerMetadata, checked.metadata) });
  };
  // A separate constant, because browser types do not include `cancel` yet.
  const transformer = {
    transform: async (part: Parts, controller: TransformStreamDefaultController<Parts>): Promise<void> => {
      await letThrough(part, controller);
      // Started here, so that a tool called by the answer finds the turn; awaited at the end.
      if (!SILENT.has(part.type)) void record();
    },
    flush: async () => {
      await record();
      await said([...texts, ...open.values()].join('\n\n'));
    },
    // A cancelled stream still had a question to record.
    cancel: record,
  };
  return new TransformStream<Parts, Parts>(transformer);
}
