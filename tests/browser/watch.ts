/** Listens to a page for everything that must not happen: script errors, refused content, failed loads. */
import type { Page } from 'playwright';

// Chromium itself prints the first for any answer of 400 and up, such as our own 404 page; the second is its own doing
// when a page is left while something of it still loads. What a policy refuses is neither.
const EXPECTED = /Failed to load resource: the server responded with a status of 40[04]|net::ERR_ABORTED$/;

/** The complaints so far, in order. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  const add = (words: string) => {
    if (!EXPECTED.test(words)) complaints.push(words);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    add(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('requestfailed', (request) =>
    add(`request: ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  return complaints;
}
