import type { CallAnswer } from '../../../mcp/call.ts';
import type { ListedTool } from '../../../mcp/listed-tool.ts';
import { isObject } from '../../../values/own-property.ts';
import { PROBE_OUTCOMES } from '../outcomes.ts';
import type { ToolProbe } from '../tool-probe.ts';
import type { Observation } from './scaffold.ts';

type Call = (tool: ListedTool, args: Readonly<Record<string, unknown>>) => Promise<CallAnswer>;

/** The longest answer that is written into a test, in characters. */
const LONGEST_TEXT = 2000;

/** Makes the calls of a probe, and keeps the first answer of each tool. */
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

  /**
   * Returns what was observed of each tool that was called, as the probe judges it. A successful observation has the text
   * of the answer if a second call gave the same answer.
   */
  observations(probes: readonly ToolProbe[]): ReadonlyMap<string, Observation> {
    const observed = new Map<string, Observation>();
    for (const probe of probes) {
      const observation = toObservation(probe, this.#answers.get(probe.plan.tool.name));
      if (observation) observed.set(probe.plan.tool.name, observation);
    }
    return observed;
  }
}

function toObservation({ outcome, message, stability }: ToolProbe, answer: CallAnswer | undefined) {
  switch (outcome) {
    case 'skipped':
    case 'planned':
      return undefined;
    case 'ok':
      return { kind: 'ok', text: answer && stability === 'same' ? textOf(answer) : undefined } as const;
    case 'tool-error':
      return { kind: 'error' } as const;
    default:
      return { kind: 'fault', outcome, message: message ?? PROBE_OUTCOMES[outcome].meaning } as const;
  }
}

/** Returns the text blocks of an answer. Undefined when it has blocks of another type, or is too long. */
function textOf(answer: CallAnswer): string | undefined {
  const content = answer.kind === 'result' ? answer.result.content : undefined;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = content.map((block) => (isObject(block) && block.type === 'text' ? block.text : undefined));
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const text = texts.join('\n');
  return text.length <= LONGEST_TEXT ? text : undefined;
}
