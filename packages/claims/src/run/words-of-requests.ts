import { EXTRACTION, type ModelTask } from '../extract/llm/call-model.ts';
import { CHANGE_TASK } from '../relate/changes/build-change-prompt.ts';

/** The tasks of models. */
type Task = 'claims' | 'changes';

const TASKS: Readonly<Record<Task, ModelTask>> = { claims: EXTRACTION, changes: CHANGE_TASK };

/** Returns the constant words of a task's requests, which a guard may let out whatever the notes contain. */
export function wordsOfRequests(task: Task): readonly string[] {
  const { instructions, schema } = TASKS[task];
  return [instructions, JSON.stringify(schema)];
}
