import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

async function statusOf(code: string, statement: (marker: string) => string, extra = {}): Promise<string> {
  const notes = createCitedNotes({ 'n.md': `# Setup\n\n${code}\n` });
  const marker = notes.cite('n.md', code, { assertion: 'code', noteTitle: 'Foam', ...extra });
  const { checks } = await verifyCitations(statement(marker), notes.ports);
  return checks[0]?.status ?? 'none';
}

it.each([
  ['npm start', (m: string) => `Run \`npm start\` ${m}.`],
  ['npm start', (m: string) => `The command is \`npm start\` ${m}.`],
  ['npm start', (m: string) => `npm start ${m}`],
  ['npm start', (m: string) => `\`\`\`sh\nnpm start\n\`\`\`\n${m}\n`],
  ['npm start', (m: string) => `Führe \`npm start\` aus ${m}.`],
  ['npm start', (m: string) => `Exécutez \`npm start\` ${m}.`],
  ['npm start', (m: string) => `\`npm start\` を実行します ${m}。`],
  ['npm install -g foam-cli', (m: string) => `Install Foam with \`npm install -g foam-cli\` ${m}.`],
  ['const timeoutMs = 30;', (m: string) => `The timeout is 30 ms ${m}.`],
])('lets code carry what shows it and says no more: %s', async (code, statement) => {
  expect(await statusOf(code, statement)).toBe('verified');
});

it.each([
  ['npm start', (m: string) => `Run \`rm -rf /\` ${m}.`],
  ['npm start', (m: string) => `\`\`\`sh\nrm -rf /\n\`\`\`\n${m}\n`],
  ['npm start', (m: string) => `Never run \`npm start\` ${m}.`],
  ['npm start', (m: string) => `\`npm start\` deletes every user ${m}.`],
  ['npm start', (m: string) => `The code was stolen by a competitor ${m}.`],
  ['npm install -g foam-cli', (m: string) => `For example, Foam deletes all notes of its users ${m}.`],
  ['npm install -g foam-cli', (m: string) => `Foam \`cli\` sells the notes of its users ${m}.`],
  ['npm start', (m: string) => `\`npm start\` はすべてのデータを削除します ${m}。`],
  ['npm start', (m: string) => `\`npm start\` 会删除所有数据 ${m}。`],
])('lets code carry nothing else: %s', async (code, statement) => {
  expect(await statusOf(code, statement)).toBe('token_mismatch');
});

it.each([
  ['Run npm start to begin.', (m: string) => `Run \`npm start\` to begin ${m}.`, 'verified'],
  ['Run `npm start` to begin.', (m: string) => `To begin, run \`npm  start\` ${m}.`, 'verified'],
  ['The function answerQuestion drafts.', (m: string) => `\`answerQuestion()\` drafts ${m}.`, 'verified'],
  ['Run `npm start` to begin.', (m: string) => `Run \`rm -rf /\` to begin ${m}.`, 'token_mismatch'],
  ['Run `rm -rf ./tmp` to begin.', (m: string) => `Run \`rm -rf /\` to begin ${m}.`, 'token_mismatch'],
  ['Pass `--force` to overwrite.', (m: string) => `Pass \`--dry-run\` to overwrite ${m}.`, 'token_mismatch'],
])('holds code in a statement against prose too: %s', async (prose, statement, status) => {
  expect(await statusOf(prose, statement, { assertion: 'asserted' })).toBe(status);
});
