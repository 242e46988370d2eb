import { isBand, MemoraError } from '@memora/core';
import type { IngestSource } from '@memora/engine';
import { hideCredentials } from '@memora/privacy/internal';
import type { ToolDefinition, ToolInput } from '../protocol/tool-definition.ts';

/** `memora_ingest`: a document that the agent holds, as a note. No file of the machine, and an address only where the config allows it. */
export const ingest: ToolDefinition = {
  name: 'memora_ingest',
  title: 'Read a document into notes',
  description:
    'Write a document into the vault as a note whose citations name its pages, seconds or rows. Give its text, or its bytes as base64. The same name updates the same note.',
  isCore: false,
  isIngest: true,
  isReadOnly: false,
  indexes: true,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200, description: 'file name, such as standup.vtt' },
      text: { type: 'string', minLength: 1, maxLength: 1_000_000 },
      base64: { type: 'string', minLength: 1, maxLength: 14_000_000 },
      url: { type: 'string', minLength: 1, description: 'only where ingest.agent_addresses is set' },
      region: { type: 'string', minLength: 1 },
      privacy: { type: 'string', enum: ['public', 'private', 'secret'] },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      documents: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, path: { type: 'string' }, status: { type: 'string' } },
        },
      },
      problems: { type: 'array', items: { type: 'object', properties: { problem: { type: 'string' } } } },
    },
    required: ['documents', 'problems'],
  },
  run: async (memory, input, { signal, notesChanged }) => {
    signal.throwIfAborted();
    const source = sourceOf(input, memory.settings.config.ingest.agentAddresses);
    const { region, privacy } = input;
    const documents: Record<string, unknown>[] = [];
    const problems: Record<string, unknown>[] = [];
    const asked = {
      index: true,
      // What stands at an address the server read itself.
      isAgents: input['url'] === undefined,
      signal,
      ...(region === undefined ? {} : { region: String(region) }),
      ...(isBand(privacy) ? { privacy } : {}),
    };
    for await (const each of memory.ingest(source, asked)) {
      if ('problem' in each) problems.push({ problem: each.problem, message: each.message });
      else {
        const { id, path, status, title, format, anchors, sealed, conflicts } = each;
        documents.push({ id, path, status, title, format, places: anchors, sealed, conflicts });
      }
    }
    notesChanged();
    return { documents, problems };
  },
};

/** Throws `INVALID_INPUT` where there is not one source, and `URL_NOT_ALLOWED` for an address that the config does not allow. */
function sourceOf({ name, text, base64, url }: ToolInput, allowsAddresses: boolean): IngestSource {
  const given = [text, base64, url].filter((each) => each !== undefined);
  if (given.length !== 1 || (url === undefined && name === undefined))
    throw new MemoraError('give a name with text or base64, or a url', {
      code: 'INVALID_INPUT',
      hint: 'One document a call.',
    });
  if (url === undefined)
    return {
      name: hideCredentials(String(name)).text,
      // What an agent hands over is another source than a file of that name.
      identity: `agent:${hideCredentials(String(name)).text}`,
      bytes:
        text === undefined
          ? Buffer.from(String(base64), 'base64')
          : Buffer.from(hideCredentials(String(text)).text),
    };
  if (!allowsAddresses)
    throw new MemoraError('agents may not have addresses read', {
      code: 'URL_NOT_ALLOWED',
      hint: 'A person can allow it with ingest.agent_addresses, or run: memora ingest <address>.',
    });
  if (!/^https?:\/\//i.test(String(url)))
    throw new MemoraError('the url is no http or https address', {
      code: 'URL_NOT_ALLOWED',
      hint: 'Write it as in https://example.com/page.',
    });
  return String(url);
}
