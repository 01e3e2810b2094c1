import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_BROWSER, noteProblems, openBrowser, seriousFindings, tooWide } from '../support/browser.ts';
import { ControlPlane } from '../support/control-plane.ts';

/** A name of a tool, and a text in its arguments, that want to be markup. */
const HOSTILE = '<img src=x onerror="window.hacked=1">\u202egpj.exe';
const SCRIPT = '</pre></script><script>window.hacked=1</script>';

const LOG = Array.from({ length: 24 }, (_, index) =>
  JSON.stringify({
    at: `2026-05-${String(index + 1).padStart(2, '0')}T12:00:00Z`,
    tool: 'db.write',
    agent: { id: 'bot' },
    decision: 'require_approval',
    policy: 'Hold writes / db',
    approval: { state: 'approved' },
  }),
).join('\n');

let browser: Browser | undefined;
let page: Page;
let plane: ControlPlane;
let problems: string[];

// one page for all tests: a new one costs a second, an empty one and another server next to nothing
beforeAll(async () => {
  if (NO_BROWSER) return;
  browser = await openBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  problems = noteProblems(page, (url) =>
    [`${plane.origin}/`, 'data:', 'about:'].some((start) => url.startsWith(start)),
  );
});
afterAll(() => browser?.close());
beforeEach(async ({ skip }) => {
  if (NO_BROWSER) skip(NO_BROWSER);
  plane = new ControlPlane();
  plane.write('log.ndjson', `${LOG}\n`);
  await plane.start('--audit-log', plane.path('log.ndjson'));
  problems.length = 0;
});
afterEach(async () => {
  if (NO_BROWSER) return;
  await page.unrouteAll();
  await page.goto('about:blank');
  await plane.remove();
});

/** Presses the tabulator until the focus is on a button with this name, as somebody without a mouse does. */
async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent",
    );
    if (focused === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

const status = () => page.getByRole('status');
const said = (text: string | RegExp) => status().filter({ hasText: text }).waitFor();

/** Signs in with the link, and waits until the rules are there. */
async function signIn(): Promise<void> {
  await page.goto(plane.link);
  await page.getByRole('heading', { name: 'Suggestions' }).waitFor();
  await page.getByText('There is no open suggestion.').waitFor();
}

describe('the page, by keyboard alone', () => {
  it('approves a held call, keeps the focus at it, shows why another is held, and denies it', async () => {
    const first = plane.hold();
    await signIn();
    await tabTo('Approve once: db.write');
    await page.keyboard.press('Enter');
    await said('approved: db.write may run once');
    await page.getByText('approved by owner').waitFor();
    expect(plane.held.verdictOn(first)).toMatchObject({ verdict: 'approved', by: 'owner' });
    expect(await page.evaluate("document.activeElement?.getAttribute('data-call')")).toBe(first);
    const late = plane.hold({ tool: 'shop.delete_order' });
    await said('a call waits: shop.delete_order');
    expect(await page.title()).toBe('(1) mcptest gateway');
    const card = page.locator(`[data-call="${late}"]`);
    await card.locator('summary').focus();
    await page.keyboard.press('Enter');
    await card.getByText('`shop.delete_order` matches the pattern').waitFor();
    await tabTo('Deny shop.delete_order');
    await page.keyboard.press('Space');
    await said('denied: shop.delete_order');
    expect(plane.held.verdictOn(late)?.verdict).toBe('denied');
    expect(problems).toEqual([]);
  });

  it('tells whoever decides second who was first', async () => {
    const id = plane.hold();
    await signIn();
    const button = page.getByRole('button', { name: 'Approve once: db.write' });
    await button.waitFor();
    // somebody else is faster than the page can notice
    await page.route('**/api/approvals', () => {});
    await plane.send('POST', `/api/approvals/${id}`, { body: { decision: 'deny' } });
    await button.click();
    await said('was denied by `ann`');
    await page.unrouteAll();
    await page.getByText('denied by ann').waitFor();
    expect(plane.held.verdictOn(id)?.verdict).toBe('denied');
  });

  it('tries a call, and backtests a draft with its flips', async () => {
    await signIn();
    await page.getByLabel('Tool', { exact: true }).focus();
    await page.keyboard.type('shop.delete_order');
    await page.keyboard.press('Enter');
    await said('the rules say deny');
    await page.getByText('`shop.delete_order` matches the pattern').waitFor();
    await page
      .getByLabel('A rule, or a list of rules, as JSON')
      .fill('{"name": "Hold writes / db", "toolPattern": "db.*", "action": "deny"}');
    await tabTo('Backtest');
    await page.keyboard.press('Enter');
    await said('24 of 24 decisions would flip');
    expect(await page.locator('#backtest-result tbody tr').count()).toBe(20);
    await page.getByLabel('A rule, or a list of rules, as JSON').fill('{');
    await tabTo('Backtest');
    await page.keyboard.press('Enter');
    await said('the draft must be JSON');
    expect(problems).toEqual([]);
  });

  it('switches a rule off, and accepts a suggestion', async () => {
    await signIn();
    await tabTo('Switch off No deletes');
    await page.keyboard.press('Enter');
    await said('No deletes is off');
    expect(readFileSync(plane.path('policies.yml'), 'utf8')).toContain('enabled: false');
    await page
      .getByRole('row', { name: /Hold writes/ })
      .getByRole('cell', { name: '24', exact: true })
      .waitFor();
    await tabTo('Look for suggestions in the logs');
    await page.keyboard.press('Enter');
    await said(/\d suggestions/);
    const accept = page.getByRole('button', { name: /^Accept/ }).first();
    await tabTo((await accept.getAttribute('aria-label')) ?? '');
    await page.keyboard.press('Enter');
    await said('accepted:');
    expect(readFileSync(plane.path('policies.yml.suggestions.json'), 'utf8')).toContain('"accepted"');
    expect(problems).toEqual([]);
  });

  it('says when somebody else has changed the rules, and shows theirs', async () => {
    await signIn();
    plane.write(
      'policies.yml',
      `${readFileSync(plane.path('policies.yml'), 'utf8')}  - { name: New, toolPattern: x, action: deny }\n`,
    );
    await page.getByRole('button', { name: 'Switch off No deletes' }).click();
    await said('the rule set has changed since it was read');
    await page.getByRole('button', { name: 'Switch off New' }).waitFor();
    expect(readFileSync(plane.path('policies.yml'), 'utf8')).not.toContain('enabled: false');
  });
});

describe('what the page trusts', () => {
  it('shows text from calls as text', async () => {
    plane.hold({
      ...{ tool: HOSTILE, arguments: { note: SCRIPT }, reason: '<b>bold</b>', agent: '"><i>' },
      trace: [{ policy: '<i>rule</i>', because: '<img src=y onerror="window.hacked=1">' }],
    });
    await signIn();
    const card = page.locator('article.pending');
    await card.waitFor();
    const text = await card.textContent();
    expect(text).toContain('<img src=x onerror="window.hacked=1">\\u202egpj.exe');
    expect(text).toContain(SCRIPT);
    expect(text).toContain('<b>bold</b>');
    expect(text).toContain('<i>rule</i><img src=y onerror="window.hacked=1">');
    expect(await card.locator('img, script, b, i').count()).toBe(0);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
    expect(problems).toEqual([]);
  });

  it('lets nothing run that it did not bring', async () => {
    await signIn();
    // one program, run as text: the page has names that this test does not
    const ran = await page.evaluate(`(async () => {
      const blocked = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
      const refused = [];
      const trying = (what, act) => { try { act(); } catch { refused.push(what); } };
      const script = document.createElement('script');
      trying('script', () => { script.text = 'window.hacked = 1'; });
      document.body.append(script);
      trying('markup', () => { document.body.innerHTML = '<b>x</b>'; });
      const inline = document.createElement('b');
      inline.setAttribute('style', 'color: red');
      document.body.append(inline);
      new Image().src = 'http://127.0.0.1:9/x.png';
      await blocked;
      return { hacked: 'hacked' in window, refused, colour: inline.style.color };
    })()`);
    expect(ran).toEqual({ hacked: false, refused: ['script', 'markup'], colour: '' });
  });

  it('keeps its token in no address, cookie or storage, and uses a link once', async () => {
    const { link } = plane;
    await signIn();
    expect(page.url()).toBe(`${plane.origin}/`);
    expect(await page.context().cookies()).toEqual([]);
    const kept = await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]');
    expect(kept).toEqual([0, 0, '']);
    expect(plane.link).not.toBe(link);
    await page.goto('about:blank');
    await page.goto(link);
    await said('the link was used before');
    expect(await page.getByRole('heading', { name: 'Held calls' }).isVisible()).toBe(false);
  });

  it('takes a token of the token file, and shows what its scopes allow', async () => {
    plane.hold();
    await page.goto(plane.origin);
    const useToken = async (token: string) => {
      await page.getByLabel('Token').fill(token);
      await page.keyboard.press('Enter');
    };
    await useToken('wrong');
    await said('the token is not known');
    await useToken('token-of-reader');
    await said('signed in as ro');
    const isShown = (name: string) => page.getByRole('heading', { name }).isVisible();
    expect([await isShown('Held calls'), await isShown('Rules')]).toEqual([false, true]);
    // the link, in the same window: somebody else, who may do more
    await page.goto(plane.link);
    await said('signed in as owner');
    await page.getByRole('button', { name: 'Approve once: db.write' }).waitFor();
    expect(page.url()).toBe(`${plane.origin}/`);
  });

  it('says when the server has ended', async () => {
    await signIn();
    await plane.stop();
    await said('the server does not answer');
  });
});

describe('the page for everybody', () => {
  it.each(['light', 'dark'] as const)('has no serious finding of axe, in %s', async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    plane.hold();
    await page.goto(plane.origin);
    expect(await seriousFindings(page)).toEqual([]);
    await signIn();
    await page.locator('summary').click();
    await page.getByText('matches the pattern').first().waitFor();
    await page.getByLabel('Tool', { exact: true }).fill('x');
    await page.keyboard.press('Enter');
    await said('the rules say allow');
    await page.getByRole('button', { name: 'Backtest' }).click();
    await said('decisions would flip');
    await page.getByRole('button', { name: 'Look for suggestions' }).click();
    await said('suggestions');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('fits a narrow window without moving sideways', async () => {
    plane.hold({ arguments: { long: 'x'.repeat(500) } });
    await signIn();
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
  });
});
