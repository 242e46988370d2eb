/** A model's input for a new note, as JSON Schema: for tools that call `memory.capture`. */
export const CAPTURE_SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', minLength: 1, description: 'folder, such as inbox or projects/drift' },
    summary: { type: 'string', minLength: 1, description: 'one line; names the file' },
    body: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000_000,
      description: 'Markdown, one fact per sentence',
    },
    tags: { type: 'array', items: { type: 'string' } },
    privacy: { type: 'string', enum: ['public', 'private', 'secret'] },
  },
  required: ['region', 'summary', 'body'],
  additionalProperties: false,
};

/** The part of JSON Schema that such a tool needs; mutable, like the AI SDK's type. */
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
