export { type HttpServer, serveHttp } from './http/serve-http.ts';
export { createFace, type Face, type FaceOptions, type ToolResult } from './protocol/face.ts';
export type { ToolError } from './protocol/to-tool-error.ts';
export type {
  ObjectSchema,
  ToolCall,
  ToolDefinition,
  ToolInput,
  ValueSchema,
} from './protocol/tool-definition.ts';
export { connectStdio, createWebHandler, type McpConnection } from './sdk.ts';
export { type ServeOptions, serve } from './serve.ts';
export { type Toolset, toolsOf } from './tools.ts';
