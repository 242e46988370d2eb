import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type CheckedText, type VerifyMode, withMetadata } from './check-text.ts';

type Parts = LanguageModelV4StreamPart;

/** Parts before which a model has said nothing. */
const SILENT = new Set<string>(['stream-start', 'response-metadata', 'text-start', 'reasoning-start']);

interface Recording {
  readonly verify: VerifyMode;
  readonly check: (text: string) => Promise<CheckedText>;
  /** Records what the model was asked. */
  readonly record: () => Promise<void>;
  /** Records what it said. */
  readonly said: (text: string) => Promise<void>;
}

/** Lets parts through and records what was said, both sides; with `strip` a text goes out as a whole, once it is checked. */
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
  // A constant: the types of browsers do not know `cancel` yet.
  const transformer = {
    transform: async (part: Parts, controller: TransformStreamDefaultController<Parts>): Promise<void> => {
      await letThrough(part, controller);
      // Begun here, so that a tool that the answer calls finds the turn; waited for at the end.
      if (!SILENT.has(part.type)) void record();
    },
    flush: async () => {
      await record();
      await said([...texts, ...open.values()].join('\n\n'));
    },
    // A reader that goes away has asked all the same.
    cancel: record,
  };
  return new TransformStream<Parts, Parts>(transformer);
}
