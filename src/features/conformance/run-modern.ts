import { isObject } from '../../values/own-property.ts';
import { type Answer, capabilitiesIn, inWords } from './answer.ts';
import { NOT_STARTED } from './check.ts';
import type { CheckId } from './checks.ts';
import { hintFault } from './list-pages.ts';
import { discoverFault } from './read-opening.ts';
import { checkAccess, checkModernHeaders } from './run-http.ts';
import { checkMalformed, checkMissingMeta, checkVersion } from './run-messages.ts';
import { checkOffers } from './run-offers.ts';
import type { Stage } from './stage.ts';

/** How long a server may take to exit, in milliseconds. */
const EXIT_WAIT = 5000;

/** Checks that need a request other than `server/discover`, which some servers answer to everybody. */
const NEED_LIST: readonly CheckId[] = [
  ...(['stateless', 'unsupported-version', 'missing-meta'] as const),
  ...(['unsupported-version-status', 'missing-meta-status'] as const),
];

/** Carries out the checks of the modern era. @param opened the answer to `server/discover` */
export async function checkModern(stage: Stage, opened: Answer): Promise<void> {
  const { talk, verdicts, reach, apart } = stage;
  verdicts.judge('discover', discoverFault(opened));
  if (!opened.result) return;
  verdicts.judge('cache-hints', hintFault('server/discover', opened.result));
  await checkOffers(stage, opened, 'server/discover');
  await checkWithoutHandshake(stage, opened);
  await apart((other) => checkMalformed(other, verdicts, 'server/discover'));
  if (reach.transport === 'stdio') return checkExit(stage);
  const over = { talk, verdicts, method: 'server/discover', url: reach.url };
  await checkAccess(over);
  await checkModernHeaders(over);
}

/** Checks that each request stands alone: it says its version and its capabilities, and needs no other one before it. */
async function checkWithoutHandshake({ talk, verdicts, apart }: Stage, opened: Answer): Promise<void> {
  const declared = capabilitiesIn(opened);
  const kind = ['tools', 'prompts', 'resources'].find((each) => isObject(declared[each]));
  if (kind === undefined) {
    for (const id of NEED_LIST)
      verdicts.skip(id, 'needs-fixture', 'the server lists nothing that mcptest could ask for');
    return;
  }
  // as the first request of a client: a server may take a later one for part of what was agreed
  await apart((other) => checkVersion(other, verdicts, `${kind}/list`));
  await checkMissingMeta(talk, verdicts, `${kind}/list`);
  await apart(async (other) => {
    const bare = await other.ask(`${kind}/list`);
    if (await other.neverStarted(bare, 'server/discover')) return verdicts.skip('stateless', ...NOT_STARTED);
    verdicts.judge('stateless', bare.result ? undefined : inWords(bare));
  });
}

/** Closes the input of the server. One that had ended before, or no longer answered, did not exit because of it. */
async function checkExit({ talk, verdicts }: Stage): Promise<void> {
  const { reply } = await talk.ask('server/discover', {}, { isExact: true });
  const isOver = await talk.peer.end(EXIT_WAIT);
  // what it wrote at its end
  if (isOver) await talk.send({ until: () => false });
  if (!isOver)
    verdicts.fail('exit-on-eof', `still ran ${EXIT_WAIT / 1000} s after its standard input was closed`);
  else if (reply) verdicts.pass('exit-on-eof');
  else
    verdicts.skip(
      'exit-on-eof',
      'not-verified',
      'the server had stopped answering before its standard input was closed',
    );
}
