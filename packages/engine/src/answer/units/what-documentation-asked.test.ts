import { expect, it } from 'vitest';
import { openNotes } from '../../testing-fixtures/open-notes.ts';

/** Documentation of a program, of the kinds of sections that such a one has. */
const NOTES = {
  'server.md':
    '# Server\n\n## bodyLimit\n\nA body beyond the limit is not let in.\n\n+ Default: `1048576` (1MiB)\n\n' +
    '## Sample\n\nA way to describe an address:\n\n```js\nconst schema = { office: true, street: "Quay", phone: "1", account: "a" }\n```\n',
  'changes.md': '# Hatch use\n\nThe hatches came in version 7.20.0 of the plan.\n',
};

const memory = openNotes(NOTES);

it('tells the default where it is asked for', async () => {
  const { passages } = await memory().ask('What is the default body limit?');
  expect(passages[0]?.text).toContain('1048576');
});

it('takes no name in a sample of code for what is asked of', async () => {
  expect(await memory().ask('Where is the office of the company?')).toMatchObject({ abstained: true });
  expect(await memory().ask('How do I close my account by phone?')).toMatchObject({ abstained: true });
});

it('shows the sample where it is asked for it', async () => {
  expect((await memory().ask('How do I describe an address?')).cleanText).toContain('office: true');
});

it('takes no version for a number of things', async () => {
  expect(await memory().ask('How many hatches does the plan have?')).toMatchObject({ abstained: true });
});
