import type { Trouble } from '../../mcp/peer.ts';
import { PROTOCOL_VERSIONS, type ProtocolEra } from '../../mcp/protocol.ts';
import type { Answer } from './answer.ts';
import { type Opening, readLegacyOpening, readModernOpening } from './read-opening.ts';
import { checkLegacy } from './run-legacy.ts';
import { checkModern } from './run-modern.ts';
import type { Reach, Stage } from './stage.ts';
import { NoMoreTalk, Talk } from './talk.ts';
import { Verdicts } from './verdicts.ts';
import { Watch } from './watch.ts';

/** What is known of an era after its checks. */
export interface EraRun extends Opening {
  readonly era: ProtocolEra;
  readonly verdicts: Verdicts;
  /** The answer to the first request, where the era is not spoken. */
  readonly answer?: Answer | undefined;
  /** Why the server could not be talked to, where the era is not spoken. */
  readonly trouble?: Trouble | undefined;
}

/** How an era is opened, what the answer shows, and what is checked then. */
interface Course {
  readonly open: (talk: Talk) => Promise<Answer>;
  readonly read: (answer: Answer, version: string) => Opening;
  readonly check: (stage: Stage, answer: Answer) => Promise<void>;
}

const COURSES: Readonly<Record<ProtocolEra, Course>> = {
  legacy: {
    open: (talk) => talk.initialize(PROTOCOL_VERSIONS.legacy[0]),
    read: readLegacyOpening,
    check: checkLegacy,
  },
  modern: {
    open: (talk) => talk.ask('server/discover'),
    read: readModernOpening,
    check: checkModern,
  },
};

/** Carries out the checks of an era. Never rejects for what the server does. */
export async function runEra(era: ProtocolEra, reach: Reach): Promise<EraRun> {
  const verdicts = new Verdicts();
  const watch = new Watch(verdicts, era, reach.transport);
  const apart: Stage['apart'] = async (work) => {
    const peer = reach.open();
    try {
      await work(new Talk(peer, era, watch, PROTOCOL_VERSIONS[era][0]));
    } catch (error) {
      if (!(error instanceof NoMoreTalk)) throw error;
    } finally {
      await peer.close();
    }
  };
  const { open, read, check } = COURSES[era];
  let opening: Opening = { isSpoken: undefined };
  let refused: Pick<EraRun, 'answer' | 'trouble'> = {};
  await apart(async (talk) => {
    const answer = await open(talk);
    opening = read(answer, talk.version);
    if (!opening.isSpoken) refused = { answer, trouble: talk.peer.trouble };
    else await check({ talk, verdicts, watch, reach, apart }, answer);
  });
  // what was heard of a server that does not speak the era says nothing about it
  if (!opening.isSpoken) return { era, ...opening, ...refused, verdicts: new Verdicts() };
  verdicts.skipRest('not-verified');
  return { era, ...opening, verdicts };
}
