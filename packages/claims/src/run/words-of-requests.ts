import { EXTRACTION, type ModelTask } from '../extract/llm/call-model.ts';
import { CHANGE_TASK } from '../relate/changes/build-change-prompt.ts';

/** What models are asked for. */
type Task = 'claims' | 'changes';

const TASKS: Readonly<Record<Task, ModelTask>> = { claims: EXTRACTION, changes: CHANGE_TASK };

/** The constant words of a task's requests: a guard may let them leave whatever notes hold. */
export function wordsOfRequests(task: Task): readonly string[] {
  const { instructions, schema } = TASKS[task];
  return [instructions, JSON.stringify(schema)];
}
