import type { SuiteCall } from '../../artifacts/test-suite/model.ts';
import { showBare } from '../../assertions/show.ts';
import type { CallFault } from '../../mcp/call.ts';
import type { Exchange, Listing } from '../../mcp/exchange.ts';
import { wordsOfFault } from '../../mcp/fault-words.ts';
import type { RunSession } from '../../mcp/run-session.ts';
import { clip } from '../../text/clip.ts';
import { append } from '../../values/append.ts';
import { present } from '../../values/own-property.ts';
import type { CallPhase, MadeCall, RunFinding, RunJudges } from './run-model.ts';
import { unlistedInWords } from './unlisted-in-words.ts';

/** A call to make, and where it stands. */
export interface PlannedCall {
  readonly call: SuiteCall;
  readonly phase: CallPhase;
}

/** How long to wait for each call, in milliseconds. */
export interface CallTimes {
  readonly timeout: number;
  readonly maxTime: number;
}

/** The most milliseconds that a call may take, whatever progress there is. */
export function limitOf(call: Pick<SuiteCall, 'timeout'>, times: CallTimes): number {
  return Math.max(call.timeout ?? times.timeout, times.maxTime);
}

/** Makes a call in a session, and judges what comes of it. Never rejects. */
export async function makeCall(
  { call, phase }: PlannedCall,
  session: RunSession,
  judges: RunJudges,
  times: CallTimes,
): Promise<MadeCall> {
  const { request, client } = call;
  const timeout = call.timeout ?? times.timeout;
  const asked = { timeout, maxTime: limitOf(call, times), answers: client.answers };
  const toolIn = ({ tools }: Listing) =>
    request.kind === 'tool' ? tools.find(({ name }) => name === request.name) : undefined;
  const isLost = !session.isOpen;
  // the lists may change with the call: what it was made by counts, then what is there now
  const [listedTool, wasListed] = [toolIn(session.listing), session.lists(request)];
  const exchange = isLost ? LOST : await session.ask(request, asked);
  const broken = isLost ? 'the server had ended before the call' : brokenBy(exchange);
  const tool = listedTool ?? toolIn(session.listing);
  const findings: RunFinding[] = [];
  let kept: MadeCall['kept'];
  if (broken === undefined) {
    const isListed = wasListed || session.lists(request);
    append(findings, unlistedFinding(exchange, call, call.unlisted || isListed));
    const judged = await judges.answer({ call, exchange, tool });
    const isHint = judged.length > 0 && findings.length === 0 && !isListed;
    append(findings, judged);
    // without it, a misspelt tool would pass each test that expects an error
    const isMissing = findings.length === 0 && !isListed && !call.unlisted && request.kind !== 'resource';
    if (isHint || isMissing) {
      const words = unlistedInWords(request, session.listing);
      const message = isMissing ? `${words}; if the test means that, say \`unlisted: true\`` : words;
      findings.push({ code: 'unlisted', message, path: call.path });
    }
    if (phase === 'call' && findings.length === 0) kept = judges.keep?.({ call, exchange, tool });
  }
  return {
    phase,
    server: call.server,
    request,
    outcome: outcomeOf(exchange),
    duration: exchange.duration,
    notifications: exchange.notifications.length + exchange.dropped,
    questions: exchange.questions.map(({ method, reply, scripted }) => ({ method, reply, scripted })),
    findings,
    ...present({ broken, kept, answer: findings.length > 0 ? answerInWords(exchange) : undefined }),
  };
}

/** The most characters of an answer that a report shows. */
const LONGEST_ANSWER = 1000;

/** Writes an answer as the server gave it. What hides secrets in the report knows a text that was cut. */
function answerInWords({ outcome }: Exchange): string {
  if (outcome.kind === 'result') return showBare(outcome.result, LONGEST_ANSWER);
  const { fault } = outcome;
  if (fault.kind !== 'error-response') return clip(wordsOfFault(fault), LONGEST_ANSWER);
  const { kind: _, ...error } = fault;
  return showBare({ error }, LONGEST_ANSWER);
}

const LOST: Exchange = {
  outcome: { kind: 'fault', fault: { kind: 'closed' } },
  duration: 0,
  notifications: [],
  dropped: 0,
  questions: [],
};

/** Faults that say nothing about the answer of the server: it never came. Silence and nonsense are answers. */
const BREAKS: ReadonlySet<CallFault['kind']> = new Set(['closed', 'http', 'redirect', 'unauthorized']);

function brokenBy({ outcome }: Exchange): string | undefined {
  if (outcome.kind === 'result' || !BREAKS.has(outcome.fault.kind)) return undefined;
  return clip(wordsOfFault(outcome.fault), 200);
}

function outcomeOf({ outcome }: Exchange): MadeCall['outcome'] {
  if (outcome.kind === 'result') return outcome.result.isError === true ? 'tool_error' : 'ok';
  return outcome.fault.kind === 'error-response' ? 'protocol_error' : 'fault';
}

function unlistedFinding(
  { outcome }: Exchange,
  { request, path }: SuiteCall,
  isListed: boolean,
): RunFinding[] {
  if (isListed || outcome.kind !== 'result' || outcome.result.isError === true) return [];
  const name = request.kind === 'resource' ? request.uri : request.name;
  const message = `the server answers for the ${request.kind} \`${clip(name)}\`, which it does not list`;
  return [{ code: 'unlisted', message, path }];
}
