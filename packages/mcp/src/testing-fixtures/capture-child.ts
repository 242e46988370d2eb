import { type CaptureTask, type CheckTask, captureAll, checkAll } from './capture-clients.ts';

/** A process of clients: reads its tasks on stdin, and prints the results. */
let text = '';
for await (const piece of process.stdin) text += piece;
const task = JSON.parse(text) as CaptureTask | CheckTask;
process.stdout.write(JSON.stringify(await ('tokens' in task ? checkAll(task) : captureAll(task))));
