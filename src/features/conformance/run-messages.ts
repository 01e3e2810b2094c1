import { INVALID_PARAMS, METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from '../../mcp/error-codes.ts';
import { META } from '../../mcp/meta-keys.ts';
import { VERSION_HEADER } from '../../mcp/standard-headers.ts';
import { clip } from '../../text/clip.ts';
import { isObject } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import { type Answer, inWords, isResponse, isVersionList } from './answer.ts';
import { NOT_STARTED } from './check.ts';
import type { CheckId } from './checks.ts';
import { NO_VERSION, type Talk } from './talk.ts';
import type { Verdicts } from './verdicts.ts';

/** A method and a notification that no server knows. */
const NO_METHOD = 'mcptest/no-such-method';
const NO_NOTIFICATION = 'notifications/mcptest-no-such-notification';

/** Checks ids, unknown methods and notifications. @param method a request that the server answers */
export async function checkMessages(talk: Talk, verdicts: Verdicts, method: string): Promise<void> {
  for (const id of ['mcptest-text', 4_000_001]) {
    const { reply, heard } = await talk.ask(method, {}, { id });
    if (reply === undefined || reply.id !== id)
      verdicts.fail('response-id', `${inWords({ heard })} to a request with the id ${JSON.stringify(id)}`);
  }
  await checkUnknownMethod(talk, verdicts);
  await checkNotification(talk, verdicts, method);
}

async function checkUnknownMethod(talk: Talk, verdicts: Verdicts): Promise<void> {
  const answer = await talk.ask(NO_METHOD);
  const { error, result, heard } = answer;
  verdicts.judge('unknown-method', error === undefined ? inWords(answer) : undefined);
  const code = error?.code;
  if (error) verdicts.judge('unknown-method-code', codeFault(code, METHOD_NOT_FOUND));
  else verdicts.skip('unknown-method-code', 'not-verified', 'there was no error');
  const status = heard.http?.status;
  if (status === undefined) return;
  const isRight = status === 404 && code === METHOD_NOT_FOUND;
  verdicts.judge(
    'unknown-method-status',
    isRight
      ? undefined
      : `answered ${status} with ${result ? 'a result' : `the code ${scalarText(code ?? 'none')}`}`,
  );
}

async function checkNotification(talk: Talk, verdicts: Verdicts, method: string): Promise<void> {
  const ofNotification = (message: unknown) =>
    isObject(message) &&
    ('result' in message || 'error' in message) &&
    (message.id === undefined || message.id === null);
  if (talk.peer.transport === 'http') {
    const heard = await talk.notify(NO_NOTIFICATION);
    if (!heard.http)
      return verdicts.skip(
        'notification-answered',
        'not-verified',
        'the server did not accept the notification',
      );
    // over HTTP, an error without an id may say why it is not accepted
    const isRefused = heard.http.status >= 400;
    const answered = !isRefused && heard.messages.some(isResponse);
    verdicts.judge('notification-answered', answered ? 'answered a notification' : undefined);
    return;
  }
  const before = JSON.stringify({ jsonrpc: '2.0', method: NO_NOTIFICATION });
  const { heard, reply } = await talk.ask(method, {}, { before, isExact: true });
  if (heard.messages.some(ofNotification)) verdicts.fail('notification-answered', 'answered a notification');
  else if (reply === undefined)
    verdicts.fail('notification-answered', `${inWords({ heard })} after a notification`);
  else verdicts.pass('notification-answered');
}

/** Sends text that is no JSON, on a connection that may end by it. */
export async function checkMalformed(talk: Talk, verdicts: Verdicts, method: string): Promise<void> {
  const text = '{"jsonrpc": "2.0", "id": 1, "method": ';
  if (talk.peer.transport === 'http') {
    const heard = await talk.send({ body: text, headers: talk.standing });
    const status = heard.http?.status;
    const isRefused = status !== undefined && status >= 400;
    if (!isRefused)
      return verdicts.fail('survives-malformed', `answered ${status ?? 'nothing'}, not an error`);
  } else await talk.send({ body: text });
  // an error about the malformed text has no id, and comes before
  const { reply, heard } = await talk.ask(method, {}, { id: 'mcptest-after', isExact: true });
  verdicts.judge('survives-malformed', reply ? undefined : `${inWords({ heard })} after the malformed text`);
}

/** Checks the answer to a version that does not exist, in the modern era. @param method what is asked for */
export async function checkVersion(talk: Talk, verdicts: Verdicts, method: string): Promise<void> {
  const answer = await talk.ask(
    method,
    {},
    {
      meta: { [META.version]: NO_VERSION },
      headers: { [VERSION_HEADER]: NO_VERSION },
    },
  );
  if (await talk.neverStarted(answer, 'server/discover')) {
    verdicts.skip('unsupported-version', ...NOT_STARTED);
    return;
  }
  const data = answer.error?.data;
  const isListed = isObject(data) && isVersionList(data.supported) && !data.supported.includes(NO_VERSION);
  verdicts.judge(
    'unsupported-version',
    answer.error?.code === UNSUPPORTED_VERSION && isListed
      ? undefined
      : `${inWords(answer)}${isListed ? '' : ', without other versions in `supported`'}`,
  );
  judgeBadRequest('unsupported-version-status', answer, verdicts);
}

/** Checks the answer to a request without the capabilities of the client. */
export async function checkMissingMeta(talk: Talk, verdicts: Verdicts, method: string): Promise<void> {
  const answer = await talk.ask(method, {}, { meta: { [META.capabilities]: undefined } });
  verdicts.judge('missing-meta', answer.error?.code === INVALID_PARAMS ? undefined : inWords(answer));
  judgeBadRequest('missing-meta-status', answer, verdicts);
}

function judgeBadRequest(id: CheckId, { heard: { http } }: Answer, verdicts: Verdicts): void {
  if (http) verdicts.judge(id, http.status === 400 ? undefined : `answered ${http.status}`);
}

function codeFault(code: unknown, wanted: number): string | undefined {
  return code === wanted ? undefined : `the code is ${clip(scalarText(code ?? 'none'))}, not ${wanted}`;
}
