import {
  type CompiledSuite,
  type CompiledTest,
  compileSuite,
} from '../../../../src/features/run/compile-suite.ts';
import type { Exchange } from '../../../../src/mcp/exchange.ts';

/** Compiles a suite with one server and these tests. */
export function compiled(...tests: string[]): Promise<CompiledSuite> {
  const lines = [
    'version: "1"',
    'server: { command: node }',
    'tests:',
    ...tests.map((test) => `  - ${test}`),
    '',
  ];
  return compileSuite(lines.join('\n'), 'suite.yml');
}

/** Compiles a test of a tool with an expectation; `{}`: with that of a test that says nothing. */
export async function expecting(expectation: string, keys = 'tool: t'): Promise<CompiledTest> {
  const said = expectation === '{}' ? '' : `, expect: ${expectation}`;
  const { tests } = await compiled(`{ name: one, ${keys}${said} }`);
  return tests[0] as CompiledTest;
}

/** An exchange that ended with a result. */
export function answered(
  result: Readonly<Record<string, unknown>> = { content: [{ type: 'text', text: 'hello' }] },
  others: Partial<Exchange> = {},
): Exchange {
  return {
    outcome: { kind: 'result', result },
    duration: 1,
    notifications: [],
    dropped: 0,
    questions: [],
    ...others,
  };
}

/** An exchange that ended without a result. */
export function failed(fault: Extract<Exchange['outcome'], { kind: 'fault' }>['fault']): Exchange {
  return { ...answered(), outcome: { kind: 'fault', fault } };
}

/** A result that reports an error. */
export const TOOL_ERROR = { isError: true, content: [{ type: 'text', text: 'no such city' }] };

/** The error for arguments that a server rejects. */
export const REFUSED = { kind: 'error-response', code: -32602, message: 'city is missing' } as const;
