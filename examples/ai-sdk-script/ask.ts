/**
 * A model that answers from notes: what it writes is verified before it is printed.
 *
 *   node ask.ts FOLDER "when did the gateway move?"
 */
import { openMemory } from '@memora/engine';
import { withMemora } from '@memora/engine/ai-sdk';
import { streamText } from 'ai';
import { openModel } from './open-model.ts';

const [vault, ...words] = process.argv.slice(2);
if (vault === undefined || words.length === 0) {
  console.error('usage: ask.ts FOLDER QUESTION');
  process.exit(2);
}

await using memory = await openMemory({ vault });
await memory.index();

const { stream } = streamText({
  model: withMemora(openModel(), memory),
  prompt: words.join(' '),
  // Without this the SDK prints errors by itself.
  onError: () => undefined,
});

let said = false;
for await (const part of stream) {
  if (part.type === 'text-delta') {
    said ||= part.text.trim() !== '';
    process.stdout.write(part.text);
  }
  // One source for each claim that the text cites: the note, and the bytes that were read again and hashed.
  if (part.type === 'source' && part.sourceType === 'document') {
    const { span } = part.providerMetadata?.['memora'] ?? {};
    console.log(`\n  ${part.title}, bytes ${JSON.stringify(span)}  [claim:${part.id}]`);
  }
  if (part.type === 'error') throw part.error;
}
if (!said) {
  console.log('Nothing that the model wrote is supported by the notes.');
  process.exitCode = 1;
}
