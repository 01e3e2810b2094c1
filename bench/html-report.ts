/**
 * Measures HTML reports in Chromium: the size of an empty page, and how long a page of 10,000 items takes to open, to jump to its
 * last item, and to filter for it: `npx tsx bench/html-report.ts [runs]`. Prints medians. The first time is by the clock, the
 * second what the main thread of the page was busy, which other programs hardly change.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { htmlPage } from '../src/report/html/page.ts';
import { openBrowser } from '../test/support/browser.ts';
import { lastPart, PAGES } from '../test/support/page-samples.ts';
import { median } from './measure.ts';

const ITEMS = 10_000;
const runs = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
const empty = htmlPage({ kind: '', verdict: { word: '', tone: 'good' }, headline: '', body: [] });
console.log(`an empty page: ${(Buffer.byteLength(empty) / 1000).toFixed(1)} kB`);

const browser = await openBrowser();
try {
  for (const [name, render] of Object.entries(PAGES).filter(
    ([n]) => !process.argv[3] || n === process.argv[3],
  )) {
    const html = render({ text: 'gives the weather of a city', items: ITEMS });
    if (html.length < 100 * ITEMS) continue;
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    console.log(`${name}, ${ITEMS} items, ${(html.length / 1e6).toFixed(1)} MB`);
    await measurePage(pathToFileURL(file).href, lastPart(name));
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

interface Times {
  readonly clock: number;
  readonly thread: number;
}

async function measurePage(url: string, last: string): Promise<void> {
  const steps: Record<string, Times[]> = { open: [], jump: [], filter: [] };
  for (let run = 0; run < runs; run++) {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const time = (act: () => Promise<unknown>) => timed(page, session, act);
    steps.open?.push(await time(() => page.goto(url)));
    steps.jump?.push(await time(() => page.evaluate(`location.hash = '#${last}'`)));
    steps.filter?.push(await time(() => page.getByRole('searchbox').fill('last')));
    await page.close();
  }
  for (const [step, times] of Object.entries(steps)) {
    const of = (key: keyof Times) => median(times.map((each) => each[key])).toFixed(0);
    console.log(`  ${step}: ${of('clock')} ms, ${of('thread')} ms of processor time of its main thread`);
  }
}

/** Times an act until the page has painted what came of it. */
async function timed(page: Page, session: CDPSession, act: () => Promise<unknown>): Promise<Times> {
  const busy = await busyTime(session);
  const start = performance.now();
  await act();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return { clock: performance.now() - start, thread: (await busyTime(session)) - busy };
}

async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0);
}
