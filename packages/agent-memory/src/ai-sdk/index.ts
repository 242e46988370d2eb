export { type AgentMemoryToolsOptions, agentMemoryTools } from './agent-memory-tools.ts';
export { type WithAgentMemoryOptions, withAgentMemory } from './with-agent-memory.ts';
