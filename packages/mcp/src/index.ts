export { createFace, type Face, type FaceOptions, type ToolResult } from './face.ts';
export { connectStdio, createWebHandler, type McpConnection } from './sdk.ts';
export { type ServeOptions, serve } from './serve.ts';
export { type HttpServer, serveHttp } from './serve-http.ts';
export type { ToolError } from './to-tool-error.ts';
export type { ObjectSchema, ToolCall, ToolDefinition, ToolInput, ValueSchema } from './tool-definition.ts';
export { type Toolset, toolsOf } from './tools.ts';
