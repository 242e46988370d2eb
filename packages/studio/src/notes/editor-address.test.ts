import { expect, it } from 'vitest';
import { editorAddress } from './editor-address.ts';

it('names the file and the line in the form that each editor takes', () => {
  const at = { file: '/home/ida/my notes/a&b #1.md', line: 7 };
  expect(editorAddress('none', at)).toBeNull();
  expect(editorAddress('vscode', at)).toBe('vscode://file/home/ida/my%20notes/a%26b%20%231.md:7');
  expect(editorAddress('idea', at)).toBe('idea://open?file=/home/ida/my%20notes/a%26b%20%231.md&line=7');
});
