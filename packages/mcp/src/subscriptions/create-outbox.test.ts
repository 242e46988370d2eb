import { expect, it } from 'vitest';
import { createOutbox } from './create-outbox.ts';

function setupOutbox() {
  const sent: string[] = [];
  const outbox = createOutbox({
    listChanged: async () => void sent.push('list'),
    updated: async (uri) => void sent.push(uri),
  });
  return { sent, outbox };
}

it('keeps what changes while no stream is open, each thing once, and sends it when one opens', async () => {
  const { sent, outbox } = setupOutbox();
  await outbox.updated('a');
  await outbox.listChanged();
  await outbox.updated('a');
  await outbox.updated('b');
  await outbox.listChanged();
  expect(sent).toEqual([]);
  const end = outbox.streamOpened();
  expect(sent).toEqual(['list', 'a', 'b']);
  await outbox.updated('c');
  end();
  await outbox.updated('d');
  expect(sent).toEqual(['list', 'a', 'b', 'c']);
  outbox.streamOpened();
  expect(sent.slice(4)).toEqual(['d']);
});

it('is not closed by the late end of an earlier stream', async () => {
  const { sent, outbox } = setupOutbox();
  const end = outbox.streamOpened();
  outbox.streamOpened();
  end();
  await outbox.listChanged();
  expect(sent).toEqual(['list']);
});
