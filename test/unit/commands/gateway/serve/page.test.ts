import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ControlPlane } from '../../../../support/control-plane.ts';

let plane: ControlPlane;
beforeEach(async () => {
  plane = new ControlPlane();
  await plane.start();
});
afterEach(() => plane.remove());

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('brings one style and one script, which its policy names, and nothing else', async () => {
  const response = await fetch(plane.origin);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const parts = (name: string) => [...html.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))];
  const [[, style = ''] = [], ...styles] = parts('style');
  const [[, script = ''] = [], ...scripts] = parts('script');
  expect([styles, scripts]).toEqual([[], []]);
  expect(policy).toContain(`script-src ${hash(script)};`);
  expect(policy).toContain(`style-src ${hash(style)};`);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/ (style|on\w+|src)=/);
  expect(html).not.toMatch(/https?:/);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('x-frame-options')).toBe('DENY');
});

it('is the same for everybody: data needs a token', async () => {
  plane.hold({ tool: 'secret.tool' });
  const html = await (await fetch(plane.origin)).text();
  expect(html).not.toContain('secret.tool');
  expect(html).not.toContain('No deletes');
});

it('is not given to a page of another site, nor under another name', async () => {
  expect(await plane.raw('GET', '/', { host: 'evil.example' })).toBe(403);
  expect(await plane.raw('GET', '/', { origin: 'http://evil.example' })).toBe(403);
});
