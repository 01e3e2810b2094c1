import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where systems put Chromium. */
const PLACES = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts the Chromium of the system. @throws if there is none, since a page that nobody opened was not tested */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => path !== '' && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('the page is tested in Chromium: `apt-get install chromium`, or name one in CHROMIUM');
  }
  // as root, which CI is, Chromium has no sandbox
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
