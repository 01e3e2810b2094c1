import type { CallAnswer, ToolResult } from '../../mcp/call.ts';
import { wordsOfFault } from '../../mcp/fault-words.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { schemaMismatch } from '../../mcp/structured-content.ts';
import { clip } from '../../text/clip.ts';
import { isObject } from '../../values/own-property.ts';
import { outcomeOfFault } from './outcomes.ts';

/** The judgement on one answer of a tool. */
export interface AnswerJudgement {
  readonly kind: 'ok' | 'tool-error' | 'protocol-error' | 'schema-mismatch';
  readonly message?: string;
}

/** How much of a server's text is kept, in characters. */
const LONGEST = 300;

/** Judges an answer: whether the call has a result, whether the tool failed, and whether the result fits the output schema. */
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

/** Returns the first text of an answer. */
function textOf({ content }: ToolResult): string {
  const texts = Array.isArray(content) ? content.filter(isObject).map(({ text }) => text) : [];
  return texts.find((text): text is string => typeof text === 'string') ?? 'the tool gave no reason';
}
