import type { Terminal } from '../create-output.ts';
import { renderMarkdown } from './render-markdown.ts';
import { widthOf, wrapText } from './wrap-text.ts';

/** The code that only a terminal needs, in one module that a pipe never loads. */
export const TERMINAL: Terminal = { widthOf, wrap: wrapText, renderMarkdown };
