import { type Answer, inWords } from './answer.ts';
import { NOT_STARTED } from './check.ts';
import { initializeFault, isRevision, skipNewer } from './read-opening.ts';
import { checkAccess, checkLegacyHttp } from './run-http.ts';
import { checkMalformed } from './run-messages.ts';
import { checkOffers } from './run-offers.ts';
import type { Stage } from './stage.ts';
import { NO_VERSION } from './talk.ts';

/** Carries out the checks of the legacy era. @param opened the answer to `initialize` */
export async function checkLegacy(stage: Stage, opened: Answer): Promise<void> {
  const { talk, verdicts, reach, apart } = stage;
  skipNewer(verdicts, talk.version);
  verdicts.judge('initialize-result', initializeFault(opened));
  if (!opened.result) return;
  const begun = await talk.notify('notifications/initialized');
  await checkPing(stage);
  await checkOffers(stage, opened, 'ping');
  await checkVersionEcho(stage);
  await checkVersionFallback(stage);
  await apart(async (other) => {
    await other.initialize(talk.version);
    await other.notify('notifications/initialized');
    await checkMalformed(other, verdicts, 'ping');
  });
  if (reach.transport !== 'http') return;
  const over = { talk, verdicts, method: 'ping', url: reach.url };
  await checkAccess(over);
  await checkLegacyHttp(over, begun);
}

async function checkPing({ talk, verdicts }: Stage): Promise<void> {
  // an error without an id is about the notification before
  const pong = await talk.ask('ping', {}, { isExact: true });
  const extra = Object.keys(pong.result ?? {}).filter((key) => key !== '_meta');
  verdicts.judge('ping', pong.result && extra.length === 0 ? undefined : inWords(pong));
}

/** Asks for the version that the server named before. */
async function checkVersionEcho({ talk: { version }, verdicts, apart }: Stage): Promise<void> {
  await apart(async (other) => {
    const again = await other.initialize(version);
    if (await other.neverStarted(again, 'ping')) return verdicts.skip('version-echo', ...NOT_STARTED);
    const named = again.result?.protocolVersion;
    verdicts.judge(
      'version-echo',
      named === version ? undefined : again.result ? 'named another version' : inWords(again),
    );
  });
}

/** Asks for a version that does not exist. An error, as the specification shows one, is right as well. */
async function checkVersionFallback({ verdicts, apart }: Stage): Promise<void> {
  await apart(async (other) => {
    const odd = await other.initialize(NO_VERSION);
    if (await other.neverStarted(odd, 'ping')) return verdicts.skip('version-fallback', ...NOT_STARTED);
    const isRight =
      odd.error !== undefined ||
      (typeof odd.result?.protocolVersion === 'string' && isRevision(odd.result.protocolVersion));
    verdicts.judge(
      'version-fallback',
      isRight ? undefined : odd.result ? 'named a version that does not exist' : inWords(odd),
    );
  });
}
