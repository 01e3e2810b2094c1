import { HEADER_MISMATCH } from '../../mcp/error-codes.ts';
import type { Heard } from '../../mcp/peer.ts';
import { SESSION_HEADER, VERSION_HEADER } from '../../mcp/standard-headers.ts';
import { isLoopback } from '../../net/hosts.ts';
import { scalarText } from '../../values/scalar-text.ts';
import type { Answer } from './answer.ts';
import type { CheckId } from './checks.ts';
import { NO_VERSION, type Oddity, type Talk } from './talk.ts';
import type { Verdicts } from './verdicts.ts';

/** What all checks over HTTP need. @param method a request that the server answers */
interface Over {
  readonly talk: Talk;
  readonly verdicts: Verdicts;
  readonly method: string;
  readonly url: string;
}

/** Checks who may ask: a page of another site, and a request for another host. */
export async function checkAccess({ talk, verdicts, method, url }: Over): Promise<void> {
  const foreign = await talk.ask(method, {}, { headers: { origin: 'https://mcptest.invalid' } });
  verdicts.judge('origin-refused', statusFault(foreign.heard, [403]));
  if (!isLoopback(new URL(url).hostname))
    return verdicts.skip('host-refused', 'not-declared', 'the server is not on this machine');
  const { heard } = await talk.ask(method, {}, { headers: { host: 'mcptest.invalid' } });
  const status = heard.http?.status ?? 0;
  verdicts.judge('host-refused', status >= 400 ? undefined : `answered ${status}`);
}

/** Checks GET, versions and sessions of the legacy era. @param begun the answer to `notifications/initialized` */
export async function checkLegacyHttp(over: Over, begun: Heard): Promise<void> {
  const { talk, verdicts, method } = over;
  const { http } = begun;
  const isAccepted = http?.status === 202 && !http.hasBody;
  const isRefused = http !== undefined && http.status >= 400;
  verdicts.judge(
    'notification-status',
    isAccepted || isRefused
      ? undefined
      : `answered ${http ? `${http.status}${http.hasBody ? ' with a body' : ''}` : 'nothing'}`,
  );
  const got = await talk.peer.send({
    method: 'GET',
    headers: { ...talk.standing, accept: 'text/event-stream' },
  });
  const isStream =
    got.http?.headers['content-type']?.includes('text/event-stream') === true && got.http.status < 300;
  verdicts.judge('get-status', isStream ? undefined : statusFault(got, [405]));
  const odd = await talk.ask(method, {}, { headers: { [VERSION_HEADER]: NO_VERSION } });
  verdicts.judge('version-header', statusFault(odd.heard, [400]));
  await checkSession(over);
}

async function checkSession({ talk, verdicts, method }: Over): Promise<void> {
  const { session } = talk;
  if (session === undefined) {
    for (const id of ['session-id', 'session-required', 'session-ended'] as const)
      verdicts.skip(id, 'not-declared', 'the server has no sessions');
    return;
  }
  verdicts.judge(
    'session-id',
    /^[\x21-\x7e]+$/.test(session) ? undefined : 'the id has characters outside of 0x21 to 0x7E',
  );
  const without = await talk.ask(method, {}, { headers: { [SESSION_HEADER]: undefined } });
  if (without.result)
    verdicts.skip('session-required', 'not-declared', 'the server does not require a session id');
  else verdicts.judge('session-required', statusFault(without.heard, [400]));
  const ended = await talk.send({ method: 'DELETE', headers: talk.standing });
  if ((ended.http?.status ?? 999) >= 300)
    return verdicts.skip('session-ended', 'not-declared', 'the server does not let clients end sessions');
  const { heard } = await talk.ask(method);
  verdicts.judge('session-ended', statusFault(heard, [404]));
}

/** Checks that headers and bodies say the same, in the modern era. */
export async function checkModernHeaders({ talk, verdicts, method }: Over): Promise<void> {
  const mismatch = async (id: CheckId, asked: string, params: object, odd: Oddity) => {
    verdicts.judge(id, mismatchFault(await talk.ask(asked, params, odd)));
  };
  await mismatch('header-version', method, {}, { headers: { [VERSION_HEADER]: NO_VERSION } });
  await mismatch('header-method', method, {}, { headers: { 'mcp-method': 'mcptest/another-method' } });
  await mismatch(
    'header-name',
    'tools/call',
    { name: 'mcptest-no-such-tool', arguments: {} },
    { headers: { 'mcp-name': 'mcptest-another-tool' } },
  );
  await mismatch('header-missing', method, {}, { headers: { 'mcp-method': undefined } });
}

function mismatchFault({ heard, error }: Answer): string | undefined {
  const status = heard.http?.status;
  if (status === 400 && error?.code === HEADER_MISMATCH) return undefined;
  return `answered ${status ?? 'nothing'} with ${error ? `the code ${scalarText(error.code ?? 'none')}` : 'no error'}`;
}

function statusFault({ http }: Heard, wanted: readonly number[]): string | undefined {
  if (http === undefined) return 'did not answer';
  return wanted.includes(http.status) ? undefined : `answered ${http.status}`;
}
