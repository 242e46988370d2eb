import { PrivacyError } from '../privacy-error.ts';

/** Parses a URL; throws `URL_NOT_ALLOWED` without the input in the message. */
export function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new PrivacyError('the destination is not a URL', {
      code: 'URL_NOT_ALLOWED',
      hint: 'Write it with scheme and host, as in http://127.0.0.1:11434.',
    });
  }
}
