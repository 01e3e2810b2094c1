import type { ValuePath } from '../../diagnostic.ts';
import type { FaultList } from '../../documents/fault-list.ts';
import { present } from '../../values/own-property.ts';
import type { ExpectedOutcome, SuiteExpectation, SuiteMask, SuiteRequest } from './model.ts';
import type { WrittenCall } from './schema.ts';

type WrittenExpectation = NonNullable<WrittenCall['expect']>;

/** What an expectation belongs to. */
export interface ExpectationContext {
  readonly faults: FaultList;
  readonly request: SuiteRequest;
  /** The masks of the suite. */
  readonly mask: readonly SuiteMask[];
}

/** Reads what an answer must be. An expectation that contradicts itself, or that nothing can meet, is a fault. */
export function readExpectation(
  written: WrittenExpectation,
  path: ValuePath,
  { faults, request, mask }: ExpectationContext,
): SuiteExpectation {
  const outcome = readOutcome(written, path, faults);
  const { text, assertions = [], output_schema: outputSchema, snapshot = false, max_ms: maxMs } = written;
  if (request.kind !== 'tool' && outputSchema !== undefined) {
    faults.fault([...path, 'output_schema'], 'only tools have an output schema', 'remove this key', 'key');
  } else if (outcome !== 'ok' && outputSchema === true) {
    faults.fault(
      [...path, 'output_schema'],
      `no structured content is expected, because the outcome is \`${outcome}\``,
      'remove this key, or expect the outcome `ok`',
      'key',
    );
  }
  if (written.mask && !snapshot) {
    faults.fault(
      [...path, 'mask'],
      'without `snapshot: true` nothing is masked',
      'add `snapshot: true`, or remove this key',
      'key',
    );
  }
  return present({
    outcome,
    text,
    error: written.error && readError(written.error, [...path, 'error'], faults),
    assertions: assertions.map(({ target, message }, index) => ({
      ...present({ target, message }),
      matcher: faults.valueAt([...path, 'assertions', index, 'matcher']),
    })),
    outputSchema,
    snapshot,
    mask: [...mask, ...((written.mask ?? []) as SuiteMask[])],
    maxMs,
  });
}

/** `error` needs no `outcome`; a code is that of a protocol error. */
function readOutcome(
  { outcome, error }: WrittenExpectation,
  path: ValuePath,
  faults: FaultList,
): ExpectedOutcome {
  if (!error) return outcome ?? 'ok';
  const { code } = error;
  if (outcome === 'ok') {
    faults.fault(
      [...path, 'error'],
      'an error is expected, and the outcome `ok`',
      'remove one of them',
      'key',
    );
  } else if (outcome === 'tool_error' && code !== undefined) {
    faults.fault(
      [...path, 'error', 'code'],
      'a tool error has no code',
      'remove the code, or expect the outcome `protocol_error`',
      'key',
    );
  }
  if (code !== undefined) return outcome === 'ok' ? outcome : 'protocol_error';
  return outcome ?? 'error';
}

function readError(
  { code, message }: NonNullable<WrittenExpectation['error']>,
  path: ValuePath,
  faults: FaultList,
): NonNullable<SuiteExpectation['error']> {
  if (code === undefined && message === undefined) {
    faults.fault(path, 'an empty `error` expects nothing', 'give it a `code` or a `message`');
  }
  return present({ code, message: message && faults.valueAt([...path, 'message']) });
}
