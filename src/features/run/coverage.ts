import { isObject, own } from '../../values/own-property.ts';
import type { MadeCall, SuiteRun } from './run-model.ts';
import type { ResultCoverage, RunResult } from './run-result.ts';

type Kind = keyof RunResult['coverage'];

const KINDS = {
  tools: { request: 'tool', key: 'name' },
  prompts: { request: 'prompt', key: 'name' },
  resources: { request: 'resource', key: 'uri' },
} as const satisfies Record<Kind, { request: MadeCall['request']['kind']; key: string }>;

/** What servers list. A report of a newer mcptest may have further kinds. */
export const COVERED_KINDS = Object.keys(KINDS) as readonly Kind[];

/** Returns how much of what the servers list was called: each name once for each server, in any combination. */
export function coverageOf(runs: readonly SuiteRun[]): RunResult['coverage'] {
  return {
    tools: ofKind('tools', runs),
    prompts: ofKind('prompts', runs),
    resources: ofKind('resources', runs),
  };
}

function ofKind(kind: Kind, runs: readonly SuiteRun[]): ResultCoverage {
  const { request: asked, key } = KINDS[kind];
  const servers = new Set(runs.flatMap(({ sessions }) => sessions.map(({ name }) => name)));
  const nameOf = (server: string, name: string) => (servers.size > 1 ? `${server}: ${name}` : name);
  const listed = new Set<string>();
  const called = new Set<string>();
  for (const { sessions, tests, phases } of runs) {
    for (const { name: server, session } of sessions) {
      for (const entry of session.listing[kind]) {
        const name = isObject(entry) ? own(entry, key) : undefined;
        if (typeof name === 'string') listed.add(nameOf(server, name));
      }
    }
    for (const { server, request, broken } of [...tests, ...phases].flatMap(({ calls }) => calls)) {
      // a call without an answer may not even have been sent
      if (request.kind !== asked || broken !== undefined) continue;
      called.add(nameOf(server, request.kind === 'resource' ? request.uri : request.name));
    }
  }
  const notCalled = [...listed].filter((name) => !called.has(name));
  return { listed: listed.size, called: listed.size - notCalled.length, not_called: notCalled };
}
