import { expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const output = { style: (style: string | readonly string[], text: string) => `<${style}>${text}</${style}>` };

it.each([
  ['The **pump** runs at `40 bar`.', 'The <bold>pump</bold> runs at <cyan>40 bar</cyan>.'],
  ['*Slow* and ~~fast~~ pumps', '<italic>Slow</italic> and <strikethrough>fast</strikethrough> pumps'],
  ['## The pump', '<bold>The pump</bold>'],
  ['- The pump runs.', '• The pump runs.'],
  ['7. The pump runs.', '7. The pump runs.'],
  ['- [x] Paint the pump', '• ☑ Paint the pump'],
  ['> The pump runs.', 'The pump runs.'],
  ['Ask [[people/ida|Ida]] about [[pump]].', 'Ask Ida about pump.'],
  ['See [the plan](https://example.org/x).', 'See the plan <dim>(https://example.org/x)</dim>.'],
  ['See https://example.org.', 'See https://example.org.'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['<b>bold</b> and ![a](b.png)', '<b>bold</b> and ![a](b.png)'],
  ['圧力は**四十**バール', '圧力は<bold>四十</bold>バール'],
])('%s', (text, shown) => {
  expect(renderMarkdown(text, output as never)).toBe(shown);
});

it('shows where a link leads that says something else', () => {
  expect(renderMarkdown('[https://bank.example](https://thief.example)', output as never)).toContain(
    'https://thief.example',
  );
});
