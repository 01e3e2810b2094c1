import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, scannerFormat, whatever } from './scanner-format.ts';

const error = z.nullish(z.object({ is_failure: z.nullish(z.boolean()) }));

/** A server without a signature was not inspected. */
const server = z.object({ error, signature: whatever() });

/** The result of one path, up to version 0.5. `inspect` writes the same, but does not analyse anything. */
const pathResult = z.object({
  path: z.string(),
  error,
  servers: z.nullish(recordList(server)),
  issues: recordList(
    z.object({ code: z.string() }),
    'a list: `inspect` analyses nothing, so pass the JSON of `scan`',
  ),
});

/** A server or a skill, from version 0.6 on. */
const component = z.object({
  error,
  risk_indexes: z.record(z.string(), z.nullish(z.object({ score: z.number() }))),
});

const isPathResult = (value: unknown) =>
  hasKeys('path')(value) && ['servers', 'issues', 'skills'].some((key) => Object.hasOwn(value, key));

/** The JSON of Snyk agent-scan up to version 0.5, and of its predecessor mcp-scan: a result for each path. */
export const agentScanIssuesFormat = scannerFormat({
  scanner: 'Snyk agent-scan',
  recognises: (value) => {
    const results = isObject(value) ? Object.values(value) : [];
    return results.length > 0 && results.every(isPathResult);
  },
  schema: z.record(z.string(), pathResult),
  words: {},
  count(file, counter) {
    let components = 0;
    for (const [name, { error: failure, servers, issues }] of Object.entries(file)) {
      refuseFailure(failure, [name, 'error'], counter);
      for (const [index, each] of (servers ?? []).entries()) {
        refuseFailure(each.error, [name, 'servers', index, 'error'], counter);
      }
      for (const [index, { code }] of issues.entries())
        countIssue(code, [name, 'issues', index, 'code'], counter);
      components += issues.length + (servers ?? []).filter(({ signature }) => signature).length;
    }
    refuseNothing(components, counter);
  },
});

/** The JSON of Snyk agent-scan from version 0.6 on: scored risks for each server and skill. */
export const agentScanRisksFormat = scannerFormat({
  scanner: 'Snyk agent-scan',
  recognises: hasKeys('scan_path_responses'),
  schema: z.object({
    scan_path_responses: recordList(
      z.object({
        error,
        server_risks: z.nullish(recordList(component)),
        skill_risks: z.nullish(recordList(component)),
      }),
    ),
  }),
  words: {},
  count({ scan_path_responses }, counter) {
    let components = 0;
    for (const [at, response] of scan_path_responses.entries()) {
      const path = ['scan_path_responses', at];
      refuseFailure(response.error, [...path, 'error'], counter);
      for (const key of ['server_risks', 'skill_risks'] as const) {
        for (const [index, each] of (response[key] ?? []).entries()) {
          countComponent(each, [...path, key, index], counter);
          components++;
        }
      }
    }
    refuseNothing(components, counter);
  },
});

function countComponent(
  { error: failure, risk_indexes }: z.output<typeof component>,
  path: ValuePath,
  counter: FindingCounter,
): void {
  refuseFailure(failure, [...path, 'error'], counter);
  for (const risk of Object.values(risk_indexes)) {
    // the bands of its own documentation: 100 low, 300 medium, 600 high, 1000 critical
    const score = risk?.score;
    if (score === undefined) continue;
    if (score >= 1000) counter.add('critical');
    else if (score >= 600) counter.add('high');
    else if (score >= 300) counter.add('medium');
    else counter.add(score > 0 ? 'low' : 'info');
  }
}

function countIssue(code: string, path: ValuePath, counter: FindingCounter): void {
  if (/^(E|TF)\d/.test(code)) counter.assume('agent-issue');
  else if (/^W\d/.test(code)) counter.assume('agent-warning');
  else if (/^X\d/.test(code)) counter.fail(path, `is \`${code}\`: the scan failed`);
  else counter.fail(path, `must begin with \`E\`, \`W\`, \`TF\` or \`X\`, found \`${code}\``);
}

function refuseFailure(failure: z.output<typeof error>, path: ValuePath, counter: FindingCounter): void {
  if (failure && failure.is_failure !== false)
    counter.fail(path, 'is an error of agent-scan: the scan failed');
}

function refuseNothing(components: number, counter: FindingCounter): void {
  if (components === 0)
    counter.fail([], 'contains no server and no skill that was inspected: nothing was scanned');
}
