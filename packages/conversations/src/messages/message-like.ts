/**
 * A message of one of the SDKs: AI SDK (UI and model messages), OpenAI (chat and Responses items), Anthropic. The type is structural: nothing is imported from
 * them, and unknown keys are ignored.
 */
export interface MessageLike {
  readonly role?: unknown;
  readonly type?: unknown;
  readonly content?: unknown;
  readonly parts?: unknown;
  readonly name?: unknown;
  readonly output?: unknown;
  /** Time of the message: ISO 8601, a `Date`, or seconds or milliseconds since 1970. */
  readonly createdAt?: unknown;
  readonly created_at?: unknown;
  readonly timestamp?: unknown;
  readonly [key: string]: unknown;
}

/** A JSON object with the keys that the format readers use. */
export interface JsonObject extends MessageLike {
  readonly conversation_id?: unknown;
  readonly id?: unknown;
  readonly uuid?: unknown;
  readonly mapping?: unknown;
  readonly message?: unknown;
  readonly parent?: unknown;
  readonly title?: unknown;
  readonly current_node?: unknown;
  readonly children?: unknown;
  readonly create_time?: unknown;
  readonly author?: unknown;
  readonly metadata?: unknown;
  readonly weight?: unknown;
  readonly content_type?: unknown;
  readonly text?: unknown;
  readonly result?: unknown;
  readonly is_visually_hidden_from_conversation?: unknown;
  readonly chat_messages?: unknown;
  readonly sender?: unknown;
  readonly attachments?: unknown;
  readonly extracted_content?: unknown;
  readonly file_name?: unknown;
  readonly isSidechain?: unknown;
  readonly isMeta?: unknown;
  readonly isCompactSummary?: unknown;
  readonly toolUseResult?: unknown;
  readonly userType?: unknown;
  readonly sessionId?: unknown;
  readonly toolName?: unknown;
  readonly tool_name?: unknown;
  readonly source?: unknown;
  readonly media_type?: unknown;
  readonly data?: unknown;
  readonly filename?: unknown;
  readonly value?: unknown;
  readonly messages?: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
