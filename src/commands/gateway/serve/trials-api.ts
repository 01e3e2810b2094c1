import { logReader } from '../../../artifacts/audit-log/read.ts';
import { validate } from '../../../documents/validate.ts';
import { backtest } from '../../../features/gateway/backtest/backtest.ts';
import { readCalls } from '../../../features/gateway/calls/read-calls.ts';
import { refuseUnclear } from '../../../features/gateway/calls/refuse-unclear.ts';
import {
  type BacktestRequest,
  backtestTaskSchema,
  draftSchema,
} from '../../../features/gateway/control/api-schema.ts';
import { HitCounter } from '../../../features/gateway/control/hits.ts';
import { toGatewayVerdict } from '../../../features/gateway/decide/gateway-verdict.ts';
import { simulate } from '../../../features/gateway/decide/simulation.ts';
import { parseRuleSet } from '../../../features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet } from '../../../features/gateway/rules/rule-set.ts';
import { readSystemTime } from '../../../time/clock.ts';
import { isObject, present } from '../../../values/own-property.ts';
import { nextRules, SAMPLES } from '../backtest.ts';
import { readingOptions } from '../log-options.ts';
import { simulationWarnings } from '../simulate.ts';
import type { Ask, Handler, Served } from './handling.ts';
import { rangeOf, servedLogs } from './logs.ts';
import { BODY, inWords, Refusal } from './refusal.ts';

/** The operations that try rules out, and count what they did. Spec (tool-call policies): "Test before you ship". */
export function trialsApi(served: Served): Record<'simulate' | 'backtest' | 'policyHits', Handler> {
  const { rules, ports } = served;
  return {
    simulate: ({ text }) => {
      const file = rules.deciding;
      const ruleSet = compileRuleSet(file);
      const calls = readCalls(text, BODY);
      if (calls.many) throw new Refusal(400, 'the body must be one call, found a list');
      refuseUnclear(calls, file);
      const simulation = simulate(ruleSet, calls, { at: readSystemTime(ports), trace: 'all' });
      const [decided] = simulation.calls;
      if (!decided) throw new Error('a call was not decided');
      const warnings = simulationWarnings(calls, simulation, ruleSet).map(inWords);
      return { body: { ...toGatewayVerdict(decided.verdict, decided.expected), warnings } };
    },

    backtest: async (ask) => {
      const logs = servedLogs(served);
      const request = readBacktest(ask);
      const current = rules.file;
      const { draft, remove, samples = SAMPLES, maxFlips, failOnLoosen, allowUnknown } = request;
      const given = draft && { ...parseRuleSet(JSON.stringify(draft), BODY), trustForwarded: false };
      const { next, tried, notes } = nextRules(current, given, { after: undefined, remove });
      const task = {
        ...{ current, next, tried, logs, samples },
        paths: { draft: given ? BODY : undefined, after: undefined },
        assume: served.logs.assume,
        range: rangeOf(request),
        limits: present({
          maxFlips,
          failOnLoosen: failOnLoosen || undefined,
          allowUnknown: allowUnknown || undefined,
        }),
      };
      const reader = logReader(logs, ports.files, readingOptions(served.logs, current));
      const { report, warnings } = await backtest(task, reader);
      return { body: { ...report, warnings: [...notes, ...warnings].map(inWords) } };
    },

    policyHits: async () => {
      const counter = new HitCounter();
      const reader = logReader(servedLogs(served), ports.files, readingOptions(served.logs, rules.file));
      const { unreadable } = await reader((record) => counter.add(record));
      return { body: counter.toHits(unreadable) };
    },
  };
}

/** Reads what to backtest: a rule, a list of rules, or an object with more about them. */
function readBacktest({ document }: Ask): BacktestRequest {
  const { value } = document;
  const isDraft = Array.isArray(value) || (isObject(value) && Object.hasOwn(value, 'toolPattern'));
  if (isDraft) {
    const rules = validate(draftSchema, document);
    return { draft: rules };
  }
  const request = validate(backtestTaskSchema, document);
  if (request.draft !== undefined || (request.remove ?? []).length > 0) return request;
  throw new Refusal(400, 'there is nothing to compare with the rule set', {
    help: 'send `draft` with new rules, or `remove` with names of rules',
  });
}
