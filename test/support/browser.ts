import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where systems put Chromium. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));

/**
 * Why the page cannot be tested here; undefined if it can. In CI that is no excuse: a page that nobody opened was not tested.
 * `.mcptest/policy.yml` bounds what may be skipped, too.
 */
export const NO_BROWSER =
  CHROMIUM === undefined && !process.env.CI
    ? 'no Chromium was found: `apt-get install chromium`, or name one in CHROMIUM'
    : undefined;

/** Starts the Chromium of the system. @throws if there is none */
export async function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) {
    throw new Error('the page is tested in Chromium: `apt-get install chromium`, or name one in CHROMIUM');
  }
  // as root, which CI is, Chromium has no sandbox
  return chromium.launch({
    executablePath: CHROMIUM,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/**
 * Notes what a page should never do: an error, a dialog, a request to elsewhere.
 * @param isOurs whether the page may ask for an address
 * @returns the list, which grows
 */
export function noteProblems(page: Page, isOurs: (url: string) => boolean): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!isOurs(request.url())) problems.push(`request to ${request.url()}`);
  });
  return problems;
}

/** Returns what axe finds that keeps people from using a page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
}

/** Returns by how many pixels a page is wider than a narrow phone. */
export async function tooWide(page: Page): Promise<number> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 700 });
  const wide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  if (before) await page.setViewportSize(before);
  return wide as number;
}
