import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { readHookInput, toHookEvent } from './hook-input.ts';
import { renderHookResult, runHook } from './run-hook.ts';

/* The input and answer of each hook event, according to Claude Code's documentation. */

const SESSION = '00893aaf-19fa-41d2-8238-13269b9b3ca0';
const COMMON = {
  session_id: SESSION,
  transcript_path: `/home/ida/.claude/projects/harbor/${SESSION}.jsonl`,
  cwd: '/home/ida/harbor',
  permission_mode: 'default',
};
const PAYLOADS = {
  SessionStart: { ...COMMON, hook_event_name: 'SessionStart', source: 'startup', model: 'claude-sonnet-4-6' },
  UserPromptSubmit: { ...COMMON, hook_event_name: 'UserPromptSubmit' },
  Stop: { ...COMMON, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Noted.' },
  PreCompact: { ...COMMON, hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: '' },
  SessionEnd: { ...COMMON, hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' },
} as const;

const row = (type: 'user' | 'assistant', content: unknown, second: number) =>
  `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: COMMON.cwd,
    sessionId: SESSION,
    version: '2.1.0',
    gitBranch: 'main',
    type,
    message: { role: type, content },
    uuid: `${type}-${second}`,
    timestamp: `2026-11-22T10:00:${String(second).padStart(2, '0')}.120Z`,
  })}\n`;

async function setup() {
  const s = await setupAgent();
  const env = { MEMORA_CONFIG_DIR: join(s.root, '.memora/user') };
  await mkdir(env.MEMORA_CONFIG_DIR, { recursive: true });
  await writeFile(join(env.MEMORA_CONFIG_DIR, 'config.toml'), '[memory]\nrecord = "always"\n');
  await writeFile(join(s.root, 'crane.md'), '# Crane\n\nThe crane of Harbor lifts forty tons.\n');
  await (await s.reopen({ env })).memory.index();
  const hook = async (name: keyof typeof PAYLOADS, transcript = '', more: object = {}) => {
    const input = readHookInput(JSON.stringify({ ...PAYLOADS[name], ...more }));
    const event = toHookEvent(input.eventName ?? '');
    if (event === null) throw new Error(name);
    async function* openTranscript() {
      yield new TextEncoder().encode(transcript);
    }
    const result = await runHook(event, input, await s.reopen({ env }), { openTranscript });
    const answer = renderHookResult(event, input, result);
    return { ...result, answer: answer === '' ? null : JSON.parse(answer) };
  };
  const conversation = async () => {
    const [path = ''] = (await s.files()).filter((each) => each.startsWith('episodic/conversations/'));
    return (await s.read(path)).split('\n').filter((line) => /^> (?:\[!|[^[\s])/u.test(line));
  };
  return { ...s, env, hook, conversation };
}

it('a session by the documented payloads: context in, each turn recorded once, a prompt when it is sent', async () => {
  await using s = await setup();
  const started = await s.hook('SessionStart');
  expect(started.answer).toEqual({
    hookSpecificOutput: {
      hookEventName: 'SessionStart',
      additionalContext: expect.stringContaining('memory'),
    },
  });
  const first = 'How much does the crane of Harbor lift?';
  const asked = await s.hook('UserPromptSubmit', '', { prompt: first });
  expect(asked).toMatchObject({ recorded: 1 });
  expect(asked.answer).toEqual({
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext: expect.stringContaining('The crane of Harbor lifts forty tons.'),
    },
  });
  // Stop runs independently and may arrive after the next prompt.
  expect(await s.hook('UserPromptSubmit', '', { prompt: 'And the relay?' })).toMatchObject({ recorded: 1 });
  const rows = row('user', first, 1) + row('assistant', [{ type: 'text', text: 'Forty tons.' }], 2);
  expect(await s.hook('Stop', rows)).toMatchObject({ recorded: 1, answer: null });
  const all =
    rows + row('user', [{ type: 'text', text: 'And the relay?' }], 3) + row('assistant', 'Unknown.', 4);
  expect(await s.hook('Stop', all)).toMatchObject({ recorded: 1, answer: null });
  expect(await s.hook('PreCompact', all)).toMatchObject({ recorded: 0, answer: null });
  expect(await s.hook('SessionEnd', all)).toMatchObject({ recorded: 0, answer: null });
  const [day = ''] = (await s.files()).filter((path) => path.startsWith('episodic/daily/'));
  expect(await s.read(day)).toContain(`2 prompts, the first: “${first}”.`);
  const said = (await s.conversation()).join('\n');
  expect(said.match(/\[!user\]/gu)).toHaveLength(2);
  expect(said.match(/\[!assistant\]/gu)).toHaveLength(2);
  expect(await readFile(join(s.root, '.memora/sessions/hosts.json'), 'utf8')).not.toContain(SESSION);
});

it('what the host puts into a prompt is no word of the person', async () => {
  await using s = await setup();
  await s.hook('UserPromptSubmit', '', {
    prompt: '<system-reminder>\nThe user wants red.\n</system-reminder>\nPaint the crane of Harbor green.',
  });
  const said = (await s.conversation()).join('\n');
  expect(said).toMatch(/\[!tool\].*\n.*system-reminder/u);
  expect(said).toMatch(/\[!user\].*\n> Paint the crane/u);
});

it('the same session under another id is recorded once, where the prompt was recorded before the host wrote it down', async () => {
  await using s = await setup();
  const prompt = 'The relay of Harbor runs in Lisbon since spring.';
  await s.hook('UserPromptSubmit', '', { prompt });
  const now = new Date();
  const rows = row('user', prompt, 1).replace(/"timestamp":"[^"]*"/u, `"timestamp":"${now.toISOString()}"`);
  expect(await s.hook('Stop', rows)).toMatchObject({ recorded: 0 });
  const resumed = '7f0c8f6e-6a4b-4a6e-9d55-0f2b6a1c7d22';
  const again = rows.replaceAll(SESSION, resumed);
  expect(await s.hook('Stop', again, { session_id: resumed })).toMatchObject({ recorded: 0 });
});
