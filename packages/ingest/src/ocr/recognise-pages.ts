import { MemoraError } from '@memora/core';
import type { DocumentBlock } from '../formats/format-reader.ts';
import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { joinLines, type WordsOfDocument } from '../pdf/join-lines.ts';
import type { PagePicture, RecogniseText } from './page-picture.ts';

/** The text of pictures as paragraphs; null if recognition failed. */
export async function recognisePictures(
  pictures: readonly PagePicture[],
  recognise: RecogniseText,
): Promise<string[] | null> {
  const paragraphs: string[] = [];
  try {
    for (const picture of pictures) paragraphs.push(...(await recognise(picture)).split('\n\n'));
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'OCR_FAILED') return null;
    throw error;
  }
  return paragraphs.map((each) => each.replaceAll('\f', '').trim()).filter((each) => each !== '');
}

/** Paragraphs of a page as blocks with its place. */
export function toRecognisedBlocks(
  paragraphs: readonly string[],
  page: number,
  words: WordsOfDocument,
): DocumentBlock[] {
  return paragraphs.map((text) => ({
    text: escapeMarkdown(
      joinLines(
        text.split('\n').map((line) => line.trim()),
        words,
      ),
    ),
    at: `page ${page}`,
  }));
}
