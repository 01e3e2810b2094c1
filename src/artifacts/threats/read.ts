import * as z from 'zod/mini';
import { parseJsonLines } from '../../documents/json-lines.ts';
import { validate } from '../../documents/validate.ts';
import { type Instant, parseInstant } from '../../time/instant.ts';
import type { Threats } from './model.ts';
import { threatSchema } from './schema.ts';

/**
 * Reads a file of threat assessments: one JSON object a line, in any order. Of two at the same time the later line counts. An
 * empty file has none.
 * @throws InputError when a line is not an assessment: one that was misread would let a call through
 */
export function readThreats(text: string, file: string): Threats {
  const lines = validate(z.array(threatSchema), parseJsonLines(text, file));
  const byAgent = new Map<string, { at: Instant; class: string }[]>();
  for (const { agent, class: assessed, at } of lines) {
    const known = byAgent.get(agent) ?? [];
    known.push({ at: parseInstant(at) as Instant, class: assessed });
    byAgent.set(agent, known);
  }
  for (const each of byAgent.values()) each.sort((a, b) => a.at - b.at);
  return {
    classOf: (agent, at) => byAgent.get(agent)?.findLast((each) => each.at <= at)?.class,
  };
}
