import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
