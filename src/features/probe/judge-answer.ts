import { diffJson } from '../../assertions/diff.ts';
import { show } from '../../assertions/show.ts';
import type { CallAnswer, ToolResult } from '../../mcp/call.ts';
import { wordsOfFault } from '../../mcp/fault-words.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { compileToolSchema } from '../../mcp/tool-schema.ts';
import { clip } from '../../text/clip.ts';
import { isObject, present } from '../../values/own-property.ts';
import { outcomeOfFault } from './outcomes.ts';

/** What one answer says of a tool. */
export interface AnswerJudgement {
  readonly kind: 'ok' | 'tool-error' | 'protocol-error' | 'schema-mismatch';
  readonly message?: string;
}

/** So much of what a server says is kept. */
const LONGEST = 300;

/** Judges an answer: whether there is one, whether the tool failed, whether it keeps to its output schema. */
export async function judgeAnswer(tool: ListedTool, answer: CallAnswer): Promise<AnswerJudgement> {
  if (answer.kind === 'fault') {
    return {
      kind: outcomeOfFault(answer.fault),
      message: clip(wordsOfFault(answer.fault), LONGEST),
    };
  }
  const { result } = answer;
  if (result.isError === true) return { kind: 'tool-error', message: clip(textOf(result), LONGEST) };
  const mismatch = await schemaMismatch(tool.outputSchema, result.structuredContent);
  return mismatch === undefined ? { kind: 'ok' } : { kind: 'schema-mismatch', message: mismatch };
}

async function schemaMismatch(outputSchema: unknown, content: unknown): Promise<string | undefined> {
  if (outputSchema === undefined || outputSchema === null) return undefined;
  if (content === undefined) return 'has an output schema, but the answer holds no structuredContent';
  const check = await compileToolSchema(outputSchema);
  if (typeof check !== 'function') return `the output schema cannot be used: ${check.message}`;
  const fault = check(content);
  return fault === undefined ? undefined : `structuredContent: ${fault}`;
}

/** The first text of an answer. */
function textOf({ content }: ToolResult): string {
  const texts = Array.isArray(content) ? content.filter(isObject).map(({ text }) => text) : [];
  return texts.find((text): text is string => typeof text === 'string') ?? 'the tool says nothing of it';
}

/**
 * What differs between two answers to the same call; undefined when nothing does. What the protocol adds around the
 * answer (`_meta`) is not part of it.
 */
export function differenceOf(first: CallAnswer, second: CallAnswer): string | undefined {
  if (first.kind === 'fault' || second.kind === 'fault') return undefined;
  const [change] = diffJson(comparable(first.result), comparable(second.result));
  if (change === undefined) return undefined;
  return `${change.path}: first ${show(change.before)}, then ${show(change.after)}`;
}

function comparable({ content, structuredContent, isError }: ToolResult) {
  return present({ content, structuredContent, isError: isError === true });
}
