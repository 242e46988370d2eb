import * as z from 'zod';
import { context } from './memory/context.ts';
import { forget } from './memory/forget.ts';
import { getMemories } from './memory/get-memories.ts';
import { list } from './memory/list.ts';
import { memoryFiles } from './memory/memory-files.ts';
import { recall } from './memory/recall.ts';
import { reflect } from './memory/reflect.ts';
import { remember } from './memory/remember.ts';
import { supersede } from './memory/supersede.ts';
import { text, unlisted } from './protocol/fields.ts';
import type { ToolDefinition } from './protocol/tool-definition.ts';
import { zodOf } from './protocol/zod-of.ts';
import { capture } from './tools/capture.ts';
import { challenge } from './tools/challenge.ts';
import { consolidate } from './tools/consolidate.ts';
import { contradictions } from './tools/contradictions.ts';
import { decisions } from './tools/decisions.ts';
import { getAtlas } from './tools/get-atlas.ts';
import { getNote } from './tools/get-note.ts';
import { getWorldMap } from './tools/get-world-map.ts';
import { ingest } from './tools/ingest.ts';
import { query } from './tools/query.ts';
import { queryCited } from './tools/query-cited.ts';
import { staleClaims } from './tools/stale-claims.ts';
import { verifyAnswer } from './tools/verify-answer.ts';
import { verifyClaim } from './tools/verify-claim.ts';
import type { ToolNames, Toolset } from './toolset.ts';

/** All tools, before paging is added. */
export const TOOLS: readonly ToolDefinition[] = [
  query,
  queryCited,
  verifyAnswer,
  verifyClaim,
  getNote,
  getAtlas,
  getWorldMap,
  capture,
  consolidate,
  staleClaims,
  contradictions,
  challenge,
  decisions,
  remember,
  recall,
  list,
  getMemories,
  supersede,
  forget,
  context,
  reflect,
  ingest,
  memoryFiles,
];

/** A paged tool, with the additional arguments. The service adds the fields of the result after the check. */
function withPages(tool: ToolDefinition): ToolDefinition {
  if (tool.paged === undefined) return tool;
  return {
    ...tool,
    input: () =>
      zodOf(tool.input()).extend({
        cursor: text().optional().describe('next_cursor of the previous result'),
      }),
    output: () => zodOf(tool.output()).extend({ next_cursor: unlisted(z.string().optional()) }),
  };
}

const IS_LISTED: Readonly<Record<Toolset, (tool: ToolDefinition) => boolean>> = {
  all: ({ isIngest, isFiles }) => isIngest !== true && isFiles !== true,
  core: ({ isCore }) => isCore,
  memory: ({ isMemory }) => isMemory === true,
  files: ({ isFiles }) => isFiles === true,
  ingest: ({ isFiles }) => isFiles !== true,
};

/** The tools of a set, in the order they are listed. */
export function toolsOf(toolset: Toolset, names: ToolNames = 'memora'): readonly ToolDefinition[] {
  const tools = TOOLS.filter(IS_LISTED[toolset]).map(withPages);
  return names === 'memora' ? tools : tools.map(renamed);
}

/** The other names of three tools of the memory. */
const OTHER_NAMES: Readonly<Record<string, ToolDefinition['name']>> = {
  memora_remember: 'memory_save',
  memora_recall: 'memory_search',
  memora_forget: 'memory_forget',
};

function renamed(tool: ToolDefinition): ToolDefinition {
  const name = OTHER_NAMES[tool.name] ?? tool.name;
  const description = tool.description.replace(/memora_\w+/gu, (each) => OTHER_NAMES[each] ?? each);
  return { ...tool, name, description };
}
