/** What a model gives for a new note, as JSON Schema: for tools that write one by `memory.capture`. */
export const CAPTURE_SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', minLength: 1, description: 'folder, such as inbox or projects/drift' },
    summary: { type: 'string', minLength: 1, description: 'one line; names the file' },
    body: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000_000,
      description: 'Markdown, one fact a sentence',
    },
    tags: { type: 'array', items: { type: 'string' } },
    privacy: { type: 'string', enum: ['public', 'private', 'secret'] },
  },
  required: ['region', 'summary', 'body'],
  additionalProperties: false,
};

/** As much of JSON Schema as such a tool needs; mutable, as the type of the AI SDK is. */
interface ObjectSchema {
  type: 'object';
  properties: Record<string, ValueSchema>;
  required: string[];
  additionalProperties: false;
}

interface ValueSchema {
  type: 'string' | 'array';
  description?: string;
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  items?: ValueSchema;
}
