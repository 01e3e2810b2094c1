import { UNSUPPORTED_VERSION } from '../../mcp/error-codes.ts';
import type { Peer } from '../../mcp/peer.ts';
import { PROTOCOL_VERSIONS, type ProtocolEra } from '../../mcp/protocol.ts';
import { isObject } from '../../values/own-property.ts';
import { NOT_STARTED } from './check.ts';
import type { CheckId } from './checks.ts';
import { hintFault } from './list-pages.ts';
import {
  deniesVersion,
  discoverFault,
  initializeFault,
  isRevision,
  nameIn,
  skipNewer,
  spoken,
  statusOf,
} from './read-opening.ts';
import { checkAccess, checkLegacyHttp, checkModernHeaders } from './run-http.ts';
import { checkMalformed, checkMessages, checkMissingMeta, checkVersion, inWords } from './run-messages.ts';
import { checkTools } from './run-tools.ts';
import { checkUtilities } from './run-utilities.ts';
import { type Answer, isResponse, NO_VERSION, NoMoreTalk, Talk } from './talk.ts';
import { Verdicts } from './verdicts.ts';
import { Watch } from './watch.ts';

/** What is known of an era after its checks. */
export interface EraRun {
  readonly era: ProtocolEra;
  /** Whether the server speaks it: undefined if it was silent, could not be reached, or would not say so. */
  readonly isSpoken: boolean | undefined;
  /** The status of HTTP that its opening got. */
  readonly status?: number;
  /** The revision that was spoken. */
  readonly version?: string;
  readonly serverName?: string;
  readonly verdicts: Verdicts;
}

/** How to reach the server. */
export interface Reach {
  readonly transport: 'stdio' | 'http';
  /** Over HTTP. */
  readonly url: string;
  /** Opens a connection of its own. It is closed when the checks that use it have ended. */
  readonly open: () => Peer;
  /** Awaited in long work without requests: handles an interrupt. @throws when there was one */
  readonly breathe?: () => Promise<void>;
}

const noWork = async () => {};

/** How long a server may take to exit, in milliseconds. */
const EXIT_WAIT = 5000;

/** Carries out the checks of an era. Never rejects for what the server does. */
export async function runEra(era: ProtocolEra, reach: Reach): Promise<EraRun> {
  const verdicts = new Verdicts();
  const watch = new Watch(verdicts, era, reach.transport);
  const newest = PROTOCOL_VERSIONS[era][0];
  const on = async <T>(work: (talk: Talk) => Promise<T>): Promise<T | undefined> => {
    const peer = reach.open();
    try {
      return await work(new Talk(peer, era, watch, newest));
    } catch (error) {
      if (error instanceof NoMoreTalk) return undefined;
      throw error;
    } finally {
      await peer.close();
    }
  };
  const first = { isSpoken: undefined, verdicts } as const;
  const run = era === 'legacy' ? legacy : modern;
  let opened: Opened = first;
  await on((talk) => run({ talk, verdicts, watch, reach, on, opened: (how) => (opened = how) }));
  // what was heard of a server that does not speak the era says nothing about it
  if (!opened.isSpoken) return { era, ...opened, verdicts: new Verdicts() };
  verdicts.skipRest('not-verified');
  return { era, verdicts, ...opened };
}

type Opened = Omit<EraRun, 'era' | 'verdicts'>;

interface Stage {
  readonly talk: Talk;
  readonly verdicts: Verdicts;
  readonly watch: Watch;
  readonly reach: Reach;
  /** Does something on a connection of its own. */
  readonly on: <T>(work: (talk: Talk) => Promise<T>) => Promise<T | undefined>;
  /** Notes what the opening has shown. */
  readonly opened: (how: Opened) => void;
}

async function legacy({ talk, verdicts, watch, reach, on, opened }: Stage): Promise<void> {
  const answer = await talk.initialize(PROTOCOL_VERSIONS.legacy[0]);
  const isSpoken = spoken(answer);
  const info = isObject(answer.result?.serverInfo) ? answer.result.serverInfo : {};
  opened({
    isSpoken,
    ...statusOf(answer),
    version: talk.version,
    ...(typeof info.name === 'string' && { serverName: info.name }),
  });
  if (!isSpoken) return;
  skipNewer(verdicts, talk.version);
  verdicts.judge('initialize-result', initializeFault(answer));
  if (!answer.result) return;
  const begun = await talk.notify('notifications/initialized');
  // an error without an id is about the notification before
  const pong = await talk.ask('ping', {}, { isExact: true });
  const extra = Object.keys(pong.result ?? {}).filter((key) => key !== '_meta');
  verdicts.judge('ping', pong.result && extra.length === 0 ? undefined : inWords(pong));
  await checkMessages(talk, verdicts, 'ping');
  const { capabilities } = answer.result;
  const declared = isObject(capabilities) ? capabilities : {};
  const resources = await checkTools(talk, verdicts, declared, reach.breathe ?? noWork);
  await checkUtilities({ talk, verdicts, watch, declared, resources }, 'ping');
  const { version } = talk;
  await on(async (other) => {
    const again = await other.initialize(version);
    if (await neverStarted(other, again, 'ping')) return verdicts.skip('version-echo', ...NOT_STARTED);
    const named = again.result?.protocolVersion;
    verdicts.judge(
      'version-echo',
      named === version ? undefined : again.result ? 'named another version' : inWords(again),
    );
  });
  await on(async (other) => {
    const odd = await other.initialize(NO_VERSION);
    if (await neverStarted(other, odd, 'ping')) return verdicts.skip('version-fallback', ...NOT_STARTED);
    const isRight =
      odd.error !== undefined ||
      (typeof odd.result?.protocolVersion === 'string' && isRevision(odd.result.protocolVersion));
    verdicts.judge(
      'version-fallback',
      isRight ? undefined : odd.result ? 'named a version that does not exist' : inWords(odd),
    );
  });
  await on(async (other) => {
    await other.initialize(version);
    await other.notify('notifications/initialized');
    await checkMalformed(other, verdicts, 'ping');
  });
  if (reach.transport !== 'http') return;
  await checkAccess({ talk, verdicts, method: 'ping', url: reach.url });
  await checkLegacyHttp({ talk, verdicts, method: 'ping', url: reach.url }, begun);
}

/** Checks that need a request other than `server/discover`, which some servers answer to everybody. */
const NEED_LIST: readonly CheckId[] = [
  ...(['stateless', 'unsupported-version', 'missing-meta'] as const),
  ...(['unsupported-version-status', 'missing-meta-status'] as const),
];

async function modern({ talk, verdicts, watch, reach, on, opened }: Stage): Promise<void> {
  const answer = await talk.ask('server/discover');
  const isSpoken =
    answer.error?.code === UNSUPPORTED_VERSION || (!deniesVersion(answer, talk.version) && spoken(answer));
  opened({ isSpoken, ...statusOf(answer), version: talk.version, ...nameIn(answer) });
  if (!isSpoken) return;
  verdicts.judge('discover', discoverFault(answer));
  if (!answer.result) return;
  verdicts.judge('cache-hints', hintFault('server/discover', answer.result));
  const { capabilities } = answer.result;
  const declared = isObject(capabilities) ? capabilities : {};
  await checkMessages(talk, verdicts, 'server/discover');
  const resources = await checkTools(talk, verdicts, declared, reach.breathe ?? noWork);
  await checkUtilities({ talk, verdicts, watch, declared, resources }, 'server/discover');
  const kind = ['tools', 'prompts', 'resources'].find((each) => isObject(declared[each]));
  if (kind === undefined) {
    for (const id of NEED_LIST)
      verdicts.skip(id, 'needs-fixture', 'the server lists nothing that could be asked for');
  } else {
    // as the first request of a client: a server may take a later one for part of what was agreed
    await on(async (other) => {
      await checkVersion(other, verdicts, `${kind}/list`, (answer) =>
        neverStarted(other, answer, 'server/discover'),
      );
    });
    await checkMissingMeta(talk, verdicts, `${kind}/list`);
    await on(async (other) => {
      const bare = await other.ask(`${kind}/list`);
      if (await neverStarted(other, bare, 'server/discover'))
        return verdicts.skip('stateless', ...NOT_STARTED);
      verdicts.judge('stateless', bare.result ? undefined : inWords(bare));
    });
  }
  await on((other) => checkMalformed(other, verdicts, 'server/discover'));
  if (reach.transport === 'http') {
    const over = { talk, verdicts, method: 'server/discover', url: reach.url };
    await checkAccess(over);
    await checkModernHeaders(over);
  } else {
    await checkExit(talk, verdicts);
  }
}

/** Closes the input of the server. One that had ended before, or no longer answered, did not exit because of it. */
async function checkExit(talk: Talk, verdicts: Verdicts): Promise<void> {
  const { reply } = await talk.ask('server/discover', {}, { isExact: true });
  const isOver = await talk.peer.end(EXIT_WAIT);
  // what it wrote at its end
  if (isOver) await talk.send({ until: () => false });
  if (!isOver) verdicts.fail('exit-on-eof', `runs on after ${EXIT_WAIT / 1000} s`);
  else if (reply) verdicts.pass('exit-on-eof');
  else verdicts.skip('exit-on-eof', 'not-verified', 'it did not answer any more before its input was closed');
}

/**
 * Whether a server that did not answer the first request on a new connection answers no other one, either: then it has not
 * started in time, which says nothing about what it does.
 */
async function neverStarted(talk: Talk, { heard, reply }: Answer, method: string): Promise<boolean> {
  if (reply || heard.messages.length > 0 || heard.end !== 'silent') return false;
  const second = await talk.ask(method, {}, { isExact: true });
  // a late answer to the first request: the server was slow, which says nothing either
  const isLate = second.heard.messages.some((message) => message !== second.reply && isResponse(message));
  return second.reply === undefined || isLate;
}
