import type { IngestSource } from '@memora/engine';
import { hideCredentials } from '@memora/privacy/internal';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { filled, unlisted } from '../protocol/fields.ts';
import { ServerError } from '../protocol/server-error.ts';

/** `memora_ingest`: a document from the agent, as a note. Never a file of this machine, and an address only if the config allows it. */
export const ingest = defineTool({
  name: 'memora_ingest',
  title: 'Read a document into notes',
  description:
    'Write a document into the vault as a note whose citations name its pages, seconds or rows. Give its text, or its bytes as base64. The same name updates the same note.',
  isCore: false,
  isIngest: true,
  isReadOnly: false,
  indexes: true,
  cli: 'ingest',
  differs: {
    dry_run: 'the command alone takes --dry-run',
    'documents.original': 'the command alone keeps originals',
    'documents.edits': 'changes of a person in a note do not concern an agent',
    'documents.notices': 'they are for the person who chose the file',
    'documents.origin': 'the caller of the tool gave it',
    'documents.left_out': 'figures for the person who chose the file',
    'problems.source': 'the tool takes one document a call',
  },
  redacted: 'nothing: it names the documents that the caller asked for',
  example: { name: 'standup.txt', text: 'The office opens at seven.' },
  input: () =>
    z.strictObject({
      name: filled(200).optional().describe('file name, such as standup.vtt'),
      text: filled(1_000_000).optional(),
      base64: filled(14_000_000).optional(),
      url: filled().optional().describe('only where ingest.agent_addresses is set'),
      region: filled().optional(),
      privacy: z.enum(['public', 'private', 'secret']).optional(),
    }),
  output: () =>
    z.strictObject({
      documents: z.array(
        z.strictObject({
          id: z.string(),
          path: z.string(),
          status: z.string(),
          title: unlisted(z.string().nullable()),
          format: unlisted(z.string()),
          anchors: unlisted(z.int()),
          sealed: unlisted(z.int()),
          conflicts: unlisted(z.int()),
        }),
      ),
      problems: z.array(
        z.strictObject({
          problem: z.string(),
          message: unlisted(z.string()),
          hint: unlisted(z.string().optional()),
        }),
      ),
    }),
  run: async (memory, input, { signal, notesChanged }) => {
    signal.throwIfAborted();
    const source = sourceOf(input, memory.settings.config.ingest.agentAddresses);
    const { region, privacy } = input;
    const documents = [];
    const problems = [];
    const asked = {
      index: true,
      // The server itself read the content of the address.
      isAgents: input.url === undefined,
      signal,
      ...(region === undefined ? {} : { region: region }),
      ...(privacy === undefined ? {} : { privacy }),
    };
    for await (const each of memory.ingest(source, asked)) {
      if ('problem' in each) {
        const { problem, message, hint } = each;
        problems.push({ problem, message, ...(hint === undefined ? {} : { hint }) });
      } else {
        const { id, path, status, title, format, anchors, sealed, conflicts } = each;
        documents.push({ id, path, status, title, format, anchors, sealed, conflicts });
      }
    }
    notesChanged();
    return { documents, problems };
  },
});

interface GivenDocument {
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
  readonly url?: string | undefined;
}

/** Throws `INPUT_INVALID` unless there is exactly one source, and `URL_NOT_ALLOWED` for an address that the config does not allow. */
function sourceOf({ name, text, base64, url }: GivenDocument, allowsAddresses: boolean): IngestSource {
  const given = [text, base64, url].filter((each) => each !== undefined);
  if (given.length !== 1 || (url === undefined && name === undefined))
    throw new ServerError('give a name with text or base64, or a url', {
      code: 'INPUT_INVALID',
      hint: 'Pass one document per call.',
    });
  if (url === undefined)
    return {
      name: hideCredentials(String(name)).text,
      // A document from an agent is a different source than a file with that name.
      identity: `agent:${hideCredentials(String(name)).text}`,
      bytes:
        text === undefined
          ? Buffer.from(String(base64), 'base64')
          : Buffer.from(hideCredentials(String(text)).text),
    };
  if (!allowsAddresses)
    throw new ServerError('agents may not read addresses', {
      code: 'URL_NOT_ALLOWED',
      hint: 'A person can allow it with ingest.agent_addresses, or run: memora ingest <address>.',
    });
  if (!/^https?:\/\//i.test(String(url)))
    throw new ServerError('the url is not an http or https address', {
      code: 'URL_NOT_ALLOWED',
      hint: 'Write it as in https://example.com/page.',
    });
  return String(url);
}
