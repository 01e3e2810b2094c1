import * as z from 'zod/mini';
import { Contradictions } from '../../../documents/contradictions.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { readChat } from '../chat/chat.ts';
import { toMicros } from '../events/usage.ts';
import type { RunFormat } from './run-format.ts';

const text = () => z.nullish(z.string());

const simulationSchema = z.object({ agent_cost: z.nullish(z.number()), start_time: text() });

/** What a file of simulations states about the agent for all its runs. */
const tau2RootSchema = z.object({
  info: z.optional(z.object({ agent_info: z.optional(z.object({ llm: text() })) })),
});

/**
 * Reads a simulation of tau2-bench. The `usage` of a message counts cached tokens as input without stating how many there
 * are, so they are not subtracted. `agent_cost` is in dollars.
 */
export const tau2BenchFormat: RunFormat = {
  name: 'tau2-bench simulation',
  programs: '[tau2-bench](https://github.com/sierra-research/tau2-bench) at commit abc7e323, of October 2025',
  recognisedBy: '`messages` and `termination_reason`, in `simulations`',
  from: 'the result file',
  failed: '`error` is true',
  leavesOut:
    'calls of the simulated user, and their results; `reward_info`, which states what should have been done',
  listedUnder: 'simulations',
  besideRuns: [['tasks']],
  recognises: (value) =>
    isObject(value) && Array.isArray(value.messages) && Object.hasOwn(value, 'termination_reason'),
  read: (document, context) => {
    const { root } = context;
    // the reward states what should have been done
    context.ledger.leaveOut(['reward_info']);
    const { agent_cost, start_time } = validate(simulationSchema, document);
    const { messages } = document.value as Record<string, unknown>;
    const model = z.safeParse(tau2RootSchema, root).data?.info?.agent_info?.llm;
    const faults = new Contradictions(document);
    const cost = toMicros(agent_cost, ['agent_cost'], faults);
    faults.refuse();
    return {
      ...(typeof model === 'string' && { model }),
      ...(typeof start_time === 'string' && { recorded_at: start_time }),
      ...readChat(document, ['messages'], messages, context, 'flag'),
      ...(cost !== undefined && { cost_micros: cost }),
    };
  },
};
