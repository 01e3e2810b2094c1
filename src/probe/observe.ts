import type { ListedTool } from '../artifacts/tool-catalog/model.ts';
import { isObject } from '../assertions/own-property.ts';
import type { CallAnswer } from './call.ts';
import type { Observation } from './scaffold.ts';
import type { ToolProbe } from './tool-probe.ts';

type Call = (tool: ListedTool, args: Readonly<Record<string, unknown>>) => Promise<CallAnswer>;

/** A longer answer is not written into a test. */
const LONGEST_TEXT = 2000;

/** Listens to the calls of a probe, and keeps the first answer of each tool. */
export class Observer {
  readonly #answers = new Map<string, CallAnswer>();
  readonly call: Call;

  constructor(call: Call) {
    this.call = async (tool, args) => {
      const answer = await call(tool, args);
      if (!this.#answers.has(tool.name)) this.#answers.set(tool.name, answer);
      return answer;
    };
  }

  /** What a test can expect of each tool that answered; its text only where a second call gave the same. */
  observations(probes: readonly ToolProbe[]): ReadonlyMap<string, Observation> {
    const observed = new Map<string, Observation>();
    for (const { plan, outcome, stability } of probes) {
      const answer = this.#answers.get(plan.tool.name);
      if (!answer || outcome === 'skipped') continue;
      const isError = answer.kind === 'fault' || answer.result.isError === true;
      const text = stability === 'same' && outcome === 'ok' ? textOf(answer) : undefined;
      observed.set(plan.tool.name, { outcome: isError ? 'error' : 'ok', text });
    }
    return observed;
  }
}

/** The text blocks of an answer; undefined when there are others, or too much of it. */
function textOf(answer: CallAnswer): string | undefined {
  const content = answer.kind === 'result' ? answer.result.content : undefined;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = content.map((block) => (isObject(block) && block.type === 'text' ? block.text : undefined));
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const text = texts.join('\n');
  return text.length <= LONGEST_TEXT ? text : undefined;
}
