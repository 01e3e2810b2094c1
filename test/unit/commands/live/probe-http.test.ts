import { afterEach, describe, expect, it } from 'vitest';
import { type HttpRecorder, startHttpRecorder } from '../../../support/http-recorder.ts';
import { runCli } from '../../../support/run-cli.ts';

const TOOLS = [{ name: 'get_a' }, { name: 'set_b' }, { name: 'drop_c' }];

let recorder: HttpRecorder | undefined;
afterEach(() => recorder?.close());

describe('mcptest probe --url', () => {
  it('calls what it may, one call after the other with a delay', async () => {
    recorder = await startHttpRecorder(TOOLS);
    const { url } = recorder;
    const { exitCode, stdout } = await runCli(['probe', '--url', `${url}?key=secret`, '--concurrency', '8']);
    expect(exitCode).toBe(0);
    expect(recorder.calls.map(({ name }) => name)).toEqual(['get_a', 'get_a', 'set_b']);
    expect(stdout).toContain(`recorder 1.0.0 over HTTP, MCP 2025-11-25: ${url}\n`);
    expect(stdout).not.toContain('secret');
  });

  it('sends the headers it is given', async () => {
    recorder = await startHttpRecorder(TOOLS);
    await runCli([
      'probe',
      '--url',
      recorder.url,
      '--header',
      'Authorization: Bearer abc',
      '--call-delay',
      '0',
    ]);
    expect(recorder.headers.authorization).toBe('Bearer abc');
  });

  it('suggests /mcp when there is no server at a URL without a path', async () => {
    recorder = await startHttpRecorder(TOOLS, 404);
    const { origin } = new URL(recorder.url);
    const { stderr } = await runCli(['probe', '--url', origin]);
    expect(stderr).toContain(
      `refused the connection: HTTP 404\n  help: most servers listen at ${origin}/mcp: pass that URL with --url\n`,
    );
    expect((await runCli(['probe', '--url', recorder.url])).stderr).not.toContain('help');
  });

  it.each([
    [401, 'refused the connection: HTTP 401, pass --bearer-env or --header-env'],
    [500, 'refused the connection: HTTP 500'],
  ])('says that a server refuses: %d', async (status, message) => {
    recorder = await startHttpRecorder(TOOLS, status);
    const { exitCode, stderr } = await runCli(['probe', '--url', recorder.url]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  // a redirect that is followed sends the call again
  it.each([301, 302, 303, 307, 308])('sends a redirected call only once: %d', async (status) => {
    recorder = await startHttpRecorder([{ name: 'set_b' }], undefined, { method: 'tools/call', status });
    const { origin } = new URL(recorder.url);
    const { exitCode, stdout } = await runCli(['probe', '--url', recorder.url]);
    expect(recorder.calls.map(({ name }) => name)).toEqual(['set_b']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      `redirects to \`${origin}/elsewhere\`: redirects are not followed, pass that URL with --url`,
    );
  });

  it('reports where a server redirects the handshake to', async () => {
    recorder = await startHttpRecorder(TOOLS, undefined, { method: 'initialize', status: 308 });
    const { origin } = new URL(recorder.url);
    const { exitCode, stderr } = await runCli(['probe', '--url', recorder.url]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `redirects to \`${origin}/elsewhere\`\n  help: redirects are not followed: pass that URL with --url\n`,
    );
    expect(stderr).not.toContain('secret');
  });
});
