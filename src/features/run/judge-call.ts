import type { ExpectedOutcome, SuiteCall } from '../../artifacts/test-suite/model.ts';
import { match } from '../../assertions/matchers.ts';
import { show, showAtLength } from '../../assertions/show.ts';
import { resolveTarget } from '../../assertions/target.ts';
import type { ValuePath } from '../../diagnostic.ts';
import type { Exchange } from '../../mcp/exchange.ts';
import { wordsOfFault } from '../../mcp/fault-words.ts';
import { clip } from '../../text/clip.ts';
import { own } from '../../values/own-property.ts';
import { shapeFault, textsOf } from './answer-shape.ts';
import type { CompiledCall } from './compile-suite.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { outputSchemaFault } from './output-schema.ts';

/** One expectation that an answer did not meet. */
export interface CallFinding {
  readonly code: FindingCode;
  /** What was found, and what was expected. */
  readonly message: string;
  /** Where the expectation is in the suite. */
  readonly path: ValuePath;
}

/** What kind of expectation an answer did not meet. */
export type FindingCode =
  | 'outcome'
  | 'malformed'
  | 'text'
  | 'error'
  | 'assertion'
  | 'output_schema'
  | 'max_ms'
  | 'snapshot'
  | 'unanswered';

/** How much of a text of the server a message shows. */
const LONGEST = 300;

/**
 * Judges one answer by everything that the suite expects of it, and by what the protocol and the tool promise.
 * Spec (suites and recording): "Three things must be right"
 * @param outputSchema the one that the server lists for the tool
 */
export async function judgeCall(
  compiled: CompiledCall,
  exchange: Exchange,
  outputSchema: unknown,
): Promise<CallFinding[]> {
  return [
    ...outcomeFindings(compiled, exchange),
    ...contentFindings(compiled, envelopeOf(exchange)),
    ...(await schemaFindings(compiled, exchange, outputSchema)),
    ...unansweredFindings(compiled, exchange),
  ];
}

/** How an answer ended: as one of the outcomes that can be expected, or in a way that no test can expect. */
type FoundOutcome = Exclude<ExpectedOutcome, 'error'> | 'malformed' | 'timeout' | 'broken';

/** Returns how a call ended. */
function outcomeOf({ outcome }: Exchange): FoundOutcome {
  if (outcome.kind === 'result') return own(outcome.result, 'isError') === true ? 'tool_error' : 'ok';
  const { kind } = outcome.fault;
  if (kind === 'error-response') return 'protocol_error';
  return kind === 'malformed' || kind === 'timeout' ? kind : 'broken';
}

/** Whether a call ended with a result without an error. */
export function isOk(exchange: Exchange): boolean {
  return outcomeOf(exchange) === 'ok';
}

function outcomeFindings({ call, expectPath }: CompiledCall, exchange: Exchange): CallFinding[] {
  const { outcome } = exchange;
  const found = outcomeOf(exchange);
  const expected = call.expect.outcome;
  const shape = outcome.kind === 'result' ? shapeFault(call.request.kind, outcome.result) : undefined;
  if (shape !== undefined) {
    return [{ code: 'malformed', message: `the answer is malformed: ${shape}`, path: expectPath }];
  }
  const meets = found === expected || (expected === 'error' && /^(tool|protocol)_error$/.test(found));
  if (meets) return [];
  const code = found === 'malformed' ? 'malformed' : 'outcome';
  const message = `found ${inWords(exchange)}, expected ${EXPECTED[expected]}${calledWith(call, found)}`;
  return [{ code, message, path: expectPath }];
}

/** The reason why a server refuses a call may be in the arguments, so they are shown. */
function calledWith({ request, expect }: SuiteCall, found: FoundOutcome): string {
  const isRefused = found === 'tool_error' || found === 'protocol_error';
  if (!isRefused || expect.outcome !== 'ok' || request.kind === 'resource') return '';
  return Object.keys(request.args).length === 0 ? '' : `; called with ${show(request.args, LONGEST)}`;
}

const EXPECTED: Readonly<Record<ExpectedOutcome, string>> = {
  ok: 'a result without an error',
  tool_error: 'a tool error',
  protocol_error: 'a JSON-RPC error',
  error: 'a tool error or a JSON-RPC error',
};

/** Describes how a call ended, with the reason that the server gave. */
export function inWords(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind === 'result') {
    if (outcomeOf(exchange) === 'ok') return 'a result without an error';
    const reason = textsOf(outcome.result).join('\n');
    return reason === ''
      ? 'a tool error without a reason'
      : `the tool error ${showAtLength(reason, LONGEST)}`;
  }
  const { fault } = outcome;
  if (fault.kind === 'error-response') {
    return `the JSON-RPC error ${fault.code}: ${showAtLength(fault.message, LONGEST)}`;
  }
  const words = clip(wordsOfFault(fault), LONGEST);
  return fault.kind === 'malformed' ? `a malformed answer: ${words}` : words;
}

/** Judges the text, the error and the assertions. */
function contentFindings(compiled: CompiledCall, envelope: Envelope): CallFinding[] {
  const { call, assertions, errorMessage, expectPath: path } = compiled;
  const { text, error } = call.expect;
  const findings: CallFinding[] = [];
  if (text !== undefined && envelope.text !== text) {
    const message = `text: found ${shownOrNothing(envelope.text)}, expected ${show(text)}`;
    findings.push({ code: 'text', message, path });
  }
  const found = envelope.error as { code: number; message: string } | undefined;
  if (error?.code !== undefined && found && found.code !== error.code) {
    const message = `error.code: found \`${found.code}\`, expected \`${error.code}\``;
    findings.push({ code: 'error', message, path });
  }
  if (errorMessage) {
    const reason = found?.message ?? (envelope.isError === true ? envelope.text : undefined);
    const { passed, message } = match(errorMessage, reason);
    if (!passed) findings.push({ code: 'error', message: `error.message: ${message}`, path });
  }
  for (const { target, text: name, matcher, message: said, path: at } of assertions) {
    const { passed, message } = match(matcher, resolveTarget(envelope, target));
    const words = `${name}: ${message}`;
    if (!passed) {
      findings.push({
        code: 'assertion',
        message: said === undefined ? words : `${said} (${words})`,
        path: at,
      });
    }
  }
  return findings;
}

function shownOrNothing(value: unknown): string {
  return value === undefined ? 'nothing' : showAtLength(value);
}

/** The declared output schema holds of every result without an error, unless the suite says not to look. */
async function schemaFindings(
  { call: { expect, request }, expectPath: path }: CompiledCall,
  { outcome }: Exchange,
  outputSchema: unknown,
): Promise<CallFinding[]> {
  if (request.kind !== 'tool' || expect.outputSchema === false) return [];
  if (outcome.kind !== 'result' || own(outcome.result, 'isError') === true) return [];
  if (outputSchema === undefined || outputSchema === null) {
    if (expect.outputSchema !== true) return [];
    const message = 'output_schema: found no output schema of the tool, expected one';
    return [{ code: 'output_schema', message, path }];
  }
  const fault = await outputSchemaFault(outputSchema, own(outcome.result, 'structuredContent'));
  return fault === undefined ? [] : [{ code: 'output_schema', message: fault, path }];
}

/** A question that the suite has no answer for was declined, so the rest of the answer shows little. */
function unansweredFindings(
  { call, expectPath: path }: CompiledCall,
  { questions }: Exchange,
): CallFinding[] {
  const { length } = call.client.answers;
  const lacks =
    length === 0
      ? 'but the test has no `client.answers`; write `elicit: { decline: true }` to decline'
      : 'more often than `client.answers` has answers';
  return questions
    .filter(({ scripted }) => !scripted)
    .map(({ method }) => ({
      code: 'unanswered',
      message: `the server asks \`${clip(method)}\`${length === 0 ? ',' : ''} ${lacks}`,
      path,
    }));
}
