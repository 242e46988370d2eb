export { connectStdio, type McpConnection } from './connect-stdio.ts';
export { createWebHandler } from './http/create-web-handler.ts';
export { type HttpServer, serveHttp } from './http/serve-http.ts';
export { listOperations, type Operation } from './list-operations.ts';
export { ServerError, type ServerErrorCode } from './protocol/server-error.ts';
export type { ToolError } from './protocol/to-tool-error.ts';
export type {
  ToolCall,
  ToolDefinition,
  ToolInput,
} from './protocol/tool-definition.ts';
export {
  createToolService,
  type ToolResult,
  type ToolService,
  type ToolServiceOptions,
} from './protocol/tool-service.ts';
export { type ServeOptions, serve } from './serve.ts';
export { TEAM_SCOPES, type TeamScope } from './team/identify.ts';
export { addToken, listTokens, type NewToken, revokeToken } from './team/tokens/keep-tokens.ts';
export type { TokenEntry } from './team/tokens/token-file.ts';
export { toolsOf } from './tools.ts';
export { TOOLSETS, type Toolset } from './toolset.ts';
