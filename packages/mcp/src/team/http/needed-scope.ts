import type { ToolDefinition } from '../../protocol/tool-definition.ts';
import type { TeamScope } from '../identify.ts';

/** The scope that a token needs for one or several messages. Everything except calls of writing tools is reading. */
export function neededScope(
  message: unknown,
  tools: readonly Pick<ToolDefinition, 'name' | 'isReadOnly'>[],
): TeamScope {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.some((each) => writes(each, tools)) ? 'memora:write' : 'memora:read';
}

function writes(message: unknown, tools: readonly Pick<ToolDefinition, 'name' | 'isReadOnly'>[]): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  if (method !== 'tools/call') return false;
  return tools.some(({ name, isReadOnly }) => name === params?.name && !isReadOnly);
}
