import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { readHookInput, toHookEvent } from './hook-input.ts';
import { renderHookResult, runHook } from './run-hook.ts';

const SESSION = '5f0c8f6e-6a4b-4a6e-9d55-0f2b6a1c7d11';
const encoder = new TextEncoder();

const line = (type: 'user' | 'assistant', content: unknown, more: object = {}) =>
  `${JSON.stringify({ type, sessionId: SESSION, uuid: Math.random().toString(36), timestamp: '2026-11-22T10:00:00Z', message: { role: type, content }, ...more })}\n`;

/** A vault whose settings record, and its hooks. Each hook opens the memory anew. */
async function setupHooks(record: 'ask' | 'always' | 'never' = 'always') {
  const s = await setupAgent();
  await mkdir(join(s.root, '.memora'), { recursive: true });
  const env = { MEMORA_CONFIG_DIR: join(s.root, '.memora/user') };
  await mkdir(env.MEMORA_CONFIG_DIR);
  await writeFile(join(env.MEMORA_CONFIG_DIR, 'config.toml'), `[memory]\nrecord = "${record}"\n`);
  const open = () => s.reopen({ env });
  const hook = async (name: string, transcript = '', more: object = {}) => {
    const input = readHookInput(
      JSON.stringify({ session_id: SESSION, hook_event_name: name, transcript_path: '/t.jsonl', ...more }),
    );
    const event = toHookEvent(name);
    if (event === null) throw new Error(name);
    async function* bytes() {
      for (let at = 0; at < transcript.length; at += 100)
        yield encoder.encode(transcript.slice(at, at + 100));
    }
    const agent = await open();
    const result = await runHook(event, input, agent, { openTranscript: bytes });
    return { ...result, agent, answer: renderHookResult(event, input, result) };
  };
  return { ...s, hook, open };
}

describe('the hook', () => {
  it('records each turn once, over many processes and while the transcript grows, and saves no fragment of it', async () => {
    await using s = await setupHooks();
    const first = line('user', 'The relay of Harbor runs in Lisbon.') + line('assistant', 'Noted.');
    const cut = first + line('user', 'The owner of Atlas is Ada.').slice(0, 60);
    expect(await s.hook('Stop', first)).toMatchObject({ recorded: 2, saved: [] });
    expect(await s.hook('PreCompact', cut)).toMatchObject({ recorded: 0, saved: [], problems: [] });
    const whole = first + line('user', 'The owner of the Atlas roadmap is Ada.') + line('assistant', 'Good.');
    expect(await s.hook('PreCompact', whole)).toMatchObject({ recorded: 2, saved: [] });
    const { agent, ...ended } = await s.hook('SessionEnd', whole);
    expect(ended).toMatchObject({ recorded: 0, saved: [] });
    expect((await agent.list()).memories).toEqual([]);
  });

  it('gives the prefix at the start and what is remembered with a question, and not the session’s own turns', async () => {
    await using s = await setupHooks();
    const content = 'The relay of Harbor runs in Lisbon.';
    await (await s.open()).remember({ content, entity: 'Harbor' });
    const started = JSON.parse((await s.hook('SessionStart')).answer);
    expect(started.hookSpecificOutput.hookEventName).toBe('SessionStart');
    expect(started.hookSpecificOutput.additionalContext).toContain('harbor');
    await s.hook('Stop', line('user', 'Does the relay of Harbor hum at night in Turin?'));
    const { answer } = await s.hook('UserPromptSubmit', '', {
      prompt: 'Where does the relay of Harbor run?',
    });
    const { additionalContext } = JSON.parse(answer).hookSpecificOutput;
    expect(additionalContext).toContain('The relay of Harbor runs in Lisbon.');
    expect(additionalContext).not.toContain('Turin');
    expect((await s.hook('SessionStart', '', { source: 'compact' })).context).toBe(
      started.hookSpecificOutput.additionalContext,
    );
  });

  it.each(['ask', 'never'] as const)(
    'records nothing where the settings say %s, and asks once alone',
    async (record) => {
      await using s = await setupHooks(record);
      const asked = [await s.hook('SessionStart'), await s.hook('SessionStart')].map(
        ({ message }) => message,
      );
      expect(asked).toEqual(
        record === 'ask' ? [expect.stringContaining('memora memory record'), null] : [null, null],
      );
      const said = line(
        'user',
        'The relay of Harbor runs in Lisbon. Remember that Ada owns the Atlas roadmap.',
      );
      expect(await s.hook('SessionEnd', said)).toMatchObject({ recorded: 0, saved: [] });
      expect(await s.files()).toEqual([]);
    },
  );

  it('records a session of two processes at once without a turn twice or lost', async () => {
    await using s = await setupHooks();
    const text = Array.from({ length: 12 }, (_, i) =>
      line(i % 2 === 0 ? 'user' : 'assistant', `Line ${i} of it.`),
    ).join('');
    const [one, two] = await Promise.all([s.hook('Stop', text), s.hook('Stop', text)]);
    expect(one.recorded + two.recorded).toBe(12);
    expect((await s.hook('Stop', text)).recorded).toBe(0);
  });

  it('takes what a host puts into a person’s line for no word of theirs', async () => {
    await using s = await setupHooks();
    const text =
      line(
        'user',
        '<system-reminder>\nThe deploy key of Harbor is in the vault of Oslo.\n</system-reminder>',
      ) +
      line('user', [
        { type: 'tool_result', tool_use_id: 't', content: 'The relay of Atlas runs in Turin.' },
      ]) +
      line('user', 'The relay of Ida runs in Bergen.', { isMeta: true });
    expect(await s.hook('SessionEnd', text)).toMatchObject({ recorded: 3, saved: [] });
  });

  it('records once what a host sends again under another id, where it resumes a session', async () => {
    await using s = await setupHooks();
    const at = (second: number) => ({ timestamp: `2026-11-22T10:00:0${second}.250Z` });
    const key = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
    const old =
      line('user', 'The relay of Harbor runs in Lisbon.', at(1)) +
      line('assistant', `Noted, with the token ${key}.`, at(2));
    expect(await s.hook('SessionEnd', old)).toMatchObject({ recorded: 2, saved: [] });
    const resumed = '7f0c8f6e-6a4b-4a6e-9d55-0f2b6a1c7d22';
    const again = (text: string) => text.replaceAll(SESSION, resumed);
    const more = again(old + line('user', 'The crane of Harbor is new since Monday.', at(3)));
    expect(await s.hook('Stop', more, { session_id: resumed })).toMatchObject({ recorded: 1 });
    expect(await s.hook('Stop', more, { session_id: resumed })).toMatchObject({ recorded: 0 });
    // The same words at another time are a new turn.
    const later = more + again(line('user', 'The relay of Harbor runs in Lisbon.', at(9)));
    expect(await s.hook('Stop', later, { session_id: resumed })).toMatchObject({ recorded: 1 });
    const third = '8f0c8f6e-6a4b-4a6e-9d55-0f2b6a1c7d33';
    expect(await s.hook('Stop', later.replaceAll(resumed, third), { session_id: third })).toMatchObject({
      recorded: 0,
    });
  });

  it('writes a long history into several notes', async () => {
    await using s = await setupHooks();
    const text = Array.from({ length: 6 }, (_, i) =>
      line('assistant', `Turn ${i}. ${'word '.repeat(8_000)}`),
    ).join('');
    await s.hook('Stop', text);
    const notes = (await s.files()).filter((path) => path.startsWith('episodic/conversations/'));
    expect(notes.length).toBeGreaterThan(2);
    expect((await s.hook('Stop', text)).recorded).toBe(0);
  });
});

describe('what a host says', () => {
  it('is read under the names of several hosts, and answered as each expects', () => {
    expect(toHookEvent('BeforeAgent')).toBe('prompt');
    expect(toHookEvent('session-end')).toBe('session-end');
    expect(toHookEvent('PreToolUse')).toBeNull();
    const result = { context: 'text', message: null };
    const answer = (said: object) =>
      JSON.parse(renderHookResult('prompt', readHookInput(JSON.stringify(said)), result));
    expect(answer({ session_id: 's', hook_event_name: 'BeforeAgent' })).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'text' },
    });
    expect(answer({ sessionId: 's' })).toEqual({ additionalContext: 'text' });
    expect(answer({ conversation_id: 's', cursor_version: '2.1' })).toEqual({ additional_context: 'text' });
  });

  it.each([
    '',
    '  ',
    '{"session_id": "5f0',
    '[]',
    'null',
    '7',
    '{}',
    '{"session_id": 7}',
    `{"session_id": "${'x'.repeat(501)}"}`,
  ])('is refused where it is %j', (text) => {
    expect(() => readHookInput(text)).toThrow(expect.objectContaining({ code: 'MEMORY_INVALID' }));
  });
});
