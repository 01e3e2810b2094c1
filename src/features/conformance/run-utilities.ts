import { METHOD_NOT_FOUND } from '../../mcp/error-codes.ts';
import { isObject, own } from '../../values/own-property.ts';
import { type Answer, type Capabilities, inWords, isResponse } from './answer.ts';
import type { Talk } from './talk.ts';
import type { Verdicts } from './verdicts.ts';
import type { Watch } from './watch.ts';

/** What is known of a server after the checks of its tools. */
interface Known {
  readonly talk: Talk;
  readonly verdicts: Verdicts;
  readonly watch: Watch;
  /** Its capabilities. */
  readonly declared: Capabilities;
  /** What it lists. */
  readonly resources: readonly Readonly<Record<string, unknown>>[];
}

/** The identifier of a request that is never sent. */
const NO_REQUEST = 'mcptest-no-such-request';

/** Asks for completions of a prompt that no server has. */
const NOTHING_TO_COMPLETE = {
  ref: { type: 'ref/prompt', name: 'mcptest-no-such-prompt' },
  argument: { name: 'mcptest', value: '' },
};

/**
 * Checks cancellation, subscriptions and completions, and whether what was heard so far kept to the rules of progress and of
 * log messages.
 * @param method a request that the server answers
 */
export async function checkUtilities(
  { talk, verdicts, watch, declared, resources }: Known,
  method: string,
): Promise<void> {
  const uris = resources.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : [])).slice(0, 1);
  if (talk.peer.transport === 'stdio') await checkCancelled(talk, verdicts, method);
  await checkCompletions(talk, verdicts, declared);
  if (talk.era === 'modern') await checkSubscription(talk, verdicts, declared, uris);
  else await checkDeclared(talk, verdicts, declared, uris);
  for (const id of ['progress-token', 'progress-increases'] as const)
    verdicts.skip(id, 'not-declared', 'no call made the server send progress');
  if (talk.era === 'legacy') judgeLogging(verdicts, watch, declared);
}

/** Cancels what cannot be cancelled. @param method a request that the server answers */
async function checkCancelled(talk: Talk, verdicts: Verdicts, method: string): Promise<void> {
  const answered = await talk.ask(method);
  const cancelled = (params: object) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  const before = [
    cancelled({ requestId: answered.reply?.id ?? NO_REQUEST }),
    cancelled({ requestId: NO_REQUEST }),
    cancelled({}),
  ].join('\n');
  const { heard, reply } = await talk.ask(method, {}, { before, isExact: true });
  const isAnswered = heard.messages.some(
    (message) =>
      isResponse(message) && (message.id === undefined || message.id === null || message.id === NO_REQUEST),
  );
  verdicts.judge(
    'unknown-cancelled',
    isAnswered ? 'answered a cancellation' : reply ? undefined : `${inWords({ heard })} after a cancellation`,
  );
}

async function checkCompletions(talk: Talk, verdicts: Verdicts, capabilities: Capabilities): Promise<void> {
  if (isObject(own(capabilities, 'completions'))) return verdicts.pass('completions-declared');
  const answer = await talk.ask('completion/complete', NOTHING_TO_COMPLETE);
  if (isObject(answer.result?.completion))
    verdicts.fail('completions-declared', 'offers completions without declaring the capability');
  else if (answer.error) verdicts.pass('completions-declared');
  else
    verdicts.skip(
      'completions-declared',
      'not-verified',
      `when asked for a completion, it ${inWords(answer)}`,
    );
}

/** Sends what the capabilities of the legacy era promise besides lists. */
async function checkDeclared(
  talk: Talk,
  verdicts: Verdicts,
  capabilities: Capabilities,
  [uri]: readonly string[],
): Promise<void> {
  const promised = (method: string, answer: Answer) => {
    const isMissing = answer.error === undefined ? !answer.result : answer.error.code === METHOD_NOT_FOUND;
    verdicts.judge('declared-requests', isMissing ? `${method}: ${inWords(answer)}` : undefined);
  };
  if (isObject(own(capabilities, 'logging')))
    promised('logging/setLevel', await talk.ask('logging/setLevel', { level: 'error' }));
  const resources = own(capabilities, 'resources');
  if (isObject(resources) && resources.subscribe === true && uri !== undefined) {
    promised('resources/subscribe', await talk.ask('resources/subscribe', { uri }));
    promised('resources/unsubscribe', await talk.ask('resources/unsubscribe', { uri }));
  }
  if (isObject(own(capabilities, 'completions')))
    promised('completion/complete', await talk.ask('completion/complete', NOTHING_TO_COMPLETE));
  verdicts.skip('declared-requests', 'not-declared');
}

/** Subscribes to all changes that the capabilities promise to tell. */
async function checkSubscription(
  talk: Talk,
  verdicts: Verdicts,
  capabilities: Capabilities,
  listed: readonly string[],
): Promise<void> {
  const promises = (kind: string, what: string) => {
    const capability = own(capabilities, kind);
    return isObject(capability) && capability[what] === true;
  };
  const lists = ['tools', 'prompts', 'resources'].filter((kind) => promises(kind, 'listChanged'));
  const uris = promises('resources', 'subscribe') ? listed : [];
  if (lists.length === 0 && uris.length === 0)
    return verdicts.skip('subscription-acknowledged', 'not-declared');
  const notifications = {
    ...Object.fromEntries(lists.map((kind) => [`${kind}ListChanged`, true])),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
  };
  const { answer, first } = await talk.subscribe(notifications);
  verdicts.judge('subscription-acknowledged', acknowledgmentFault(first, answer));
}

function acknowledgmentFault(
  first: Readonly<Record<string, unknown>> | undefined,
  answer: Answer,
): string | undefined {
  if (first === undefined) return inWords(answer);
  if (first.method !== 'notifications/subscriptions/acknowledged')
    return 'sent another message of the subscription first';
  const params = isObject(first.params) ? first.params : {};
  return isObject(params.notifications) ? undefined : `the acknowledgment has no \`notifications\``;
}

function judgeLogging(verdicts: Verdicts, { hasLogged }: Watch, capabilities: Capabilities): void {
  if (isObject(own(capabilities, 'logging'))) verdicts.pass('logging-declared');
  else if (hasLogged)
    verdicts.fail('logging-declared', 'sends log messages without declaring the capability');
  else verdicts.skip('logging-declared', 'not-declared', 'the server sent no log messages');
}
