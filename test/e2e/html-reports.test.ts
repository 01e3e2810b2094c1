import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_BROWSER, noteProblems, openBrowser, seriousFindings, tooWide } from '../support/browser.ts';
import { lastPart, PAGES, type SampleOf } from '../support/page-samples.ts';

const HOSTILE =
  '"><script>window.__pwned = 1</script><img src=x onerror="alert(1)"></style></title></summary>\u202egpj.exe';

let browser: Browser | undefined;
let page: Page;
/** A page that runs no script. */
let plain: Page;
let problems: string[];
let folder: string;

// the same pages for all tests: a new one costs a second
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-html-'));
  if (NO_BROWSER) return;
  browser = await openBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  problems = noteProblems(
    page,
    (url) => url.startsWith(`${pathToFileURL(folder)}/`) || url === 'about:blank',
  );
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => {
  if (NO_BROWSER) skip(NO_BROWSER);
  problems.length = 0;
});

const count = () => page.locator('#_count').textContent();
const foldedParts = () => page.locator('details:not([open])').count();

describe.each(Object.entries(PAGES))('the page of %s', (name, render) => {
  const lastId = lastPart(name);
  const lastItem = () => page.locator(`#${lastId}`);
  const foldsLast = async () => (await page.locator(`details:not([open]) #${lastId}`).count()) > 0;

  /** Opens a sample as somebody does who downloaded it. */
  async function open(of: Partial<SampleOf> = {}, hash = ''): Promise<void> {
    const file = join(folder, `${name.replaceAll(' ', '-')}.html`);
    writeFileSync(file, render({ text: 'made', items: 8, ...of }));
    // another address with a hash would not load the page again
    await page.goto('about:blank');
    await page.goto(`${pathToFileURL(file)}${hash}`);
  }

  /** Whether the kind of report leaves open how many items there are. A page of few items has no filter to test. */
  const grows = render({ text: 'made', items: 9 }) !== render({ text: 'made', items: 8 });
  const growing = (title: string, test: () => Promise<void>) => {
    if (grows) it(title, test);
  };

  it('opens from a file, asks for nothing, and says what it shows', async () => {
    await open();
    expect(await page.title()).toMatch(/^[A-Z ]+: /);
    expect(await page.getByRole('main').count()).toBe(1);
    if (grows) expect(await count()).toMatch(/^(\d+) of \1 shown$/);
    expect(problems).toEqual([]);
  });

  growing('filters by text and by mark, opens what it finds, and closes it again', async () => {
    await open();
    const last = lastItem();
    const isFolded = await foldsLast();
    expect(await last.isVisible()).toBe(!isFolded);
    await page.getByRole('searchbox').fill('LAST');
    expect(await count()).toMatch(/^1 of \d+ shown$/);
    expect(await last.isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('');
    expect([await foldsLast(), await last.isVisible()]).toEqual([isFolded, !isFolded]);
    const [first] = await page.locator('[data-mark]').all();
    const mark = await first?.getAttribute('data-mark');
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    const shown = await page.locator('[data-mark]:not([hidden])').all();
    expect(shown.length).toBeGreaterThan(0);
    for (const each of shown) expect(await each.getAttribute('data-mark')).toBe(mark);
    expect(await count()).toMatch(new RegExp(`^${shown.length} of `));
    expect(problems).toEqual([]);
  });

  growing('opens the folded part that a link leads to, also while a filter hides it', async () => {
    await open({}, `#${lastId}`);
    expect(await lastItem().isVisible()).toBe(true);
    expect(await page.locator(':target').getAttribute('id')).toBe(lastId);
    await open();
    await page.getByRole('searchbox').fill('nothing has this text');
    expect(await count()).toMatch(/^0 of /);
    await page.evaluate(`location.hash = '#${lastId}'`);
    await lastItem().waitFor({ state: 'visible' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  it('marks the link of each item, which the keyboard reaches and follows without a script', async () => {
    await open();
    if ((await foldedParts()) > 0) await page.getByRole('button', { name: 'Expand all' }).click();
    const ids = await page.locator('[data-mark]').evaluateAll((items) => items.map(({ id }) => id));
    const marked = await page.evaluate(`Array.from(document.querySelectorAll('[data-mark] :is(h3, th) a'))
      .filter((link) => getComputedStyle(link, '::after').content.startsWith('" #"') && link.checkVisibility())
      .map((link) => decodeURIComponent(link.hash.slice(1)))`);
    expect(marked).toEqual(ids);
    await plain.goto(page.url());
    for (const each of [page, plain]) {
      const link = each.locator('[data-mark] :is(h3, th) a').first();
      await link.evaluate((element) => {
        for (
          let fold = element.closest('details');
          fold;
          fold = fold.parentElement?.closest('details') ?? null
        )
          fold.open = true;
      });
      await link.focus();
      await each.keyboard.press('Enter');
      await each.waitForURL((url) => decodeURIComponent(url.hash) === `#${ids[0]}`);
      expect(await each.locator(':target').getAttribute('id')).toBe(ids[0]);
    }
    // the mark is no part of its name
    const name = (await page.locator('[data-mark] :is(h3, th) a').first().textContent()) ?? '';
    expect(await page.getByRole('link', { name, exact: true }).count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('opens everything at a press, and for a printer', async () => {
    await open();
    const folded = await foldedParts();
    await page.evaluate(
      "addEventListener('beforeprint', () => { window.left = document.querySelectorAll('details:not([open])').length })",
    );
    await page.pdf();
    expect(await page.evaluate('window.left')).toBe(0);
    expect(await foldedParts()).toBe(folded);
    if (folded === 0) return;
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await foldedParts()).toBe(0);
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await page.locator('details[open]').count()).toBe(0);
  });

  it('is complete without its script', async () => {
    await open();
    const text = await page.locator('main').textContent();
    await plain.goto(page.url());
    expect(await plain.locator('main').textContent()).toBe(text);
    expect(await plain.locator('#_filters').isVisible()).toBe(false);
  });

  it.each(['light', 'dark'] as const)('has no serious finding of axe, in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await open();
    if ((await foldedParts()) > 0) await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('fits a narrow phone', async () => {
    await open({ text: 'x'.repeat(300) });
    if ((await foldedParts()) > 0) await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
  });

  growing('shows ten thousand items, and finds one of them', async () => {
    await open({ items: 10_000 });
    expect(Number.parseInt((await count()) ?? '', 10)).toBeGreaterThanOrEqual(10_000);
    await page.getByRole('searchbox').fill('last');
    expect(await count()).toMatch(/^1 of /);
    expect(await lastItem().isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  it('runs nothing that a stranger wrote', async () => {
    await open({ text: HOSTILE });
    if ((await foldedParts()) > 0) await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.evaluate('typeof window.__pwned')).toBe('undefined');
    expect(await page.locator('img, main script, main style').count()).toBe(0);
    expect(await page.locator('body').textContent()).toContain('<script>window.__pwned = 1</script>');
    expect(await page.locator('body').textContent()).toContain('<U+202E>gpj.exe');
    expect(problems).toEqual([]);
  });
});
