import * as z from 'zod/mini';
import { Contradictions } from '../../documents/contradictions.ts';
import { recordList } from '../../documents/record-list.ts';
import { count } from '../../documents/schema-parts.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { countTests, toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';

// a pending example was skipped, or failed as it was expected to
const STATUSES = { passed: 'pass', failed: 'fail', pending: 'skip' } as const satisfies Record<
  string,
  TestStatus
>;

const exampleSchema = z.object({
  description: z.nullish(z.string()),
  full_description: z.nullish(z.string()),
  status: z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]),
  file_path: z.nullish(z.string()),
  line_number: z.nullish(z.number()),
  // in seconds
  run_time: z.nullish(z.number()),
  exception: z.nullish(z.object({ message: z.nullish(z.string()) })),
});

const schema = z.object({
  examples: recordList(exampleSchema),
  summary: z.object({
    example_count: count(),
    failure_count: count(),
    pending_count: count(),
    errors_outside_of_examples_count: z.optional(count()),
  }),
});

/** The output of `rspec --format json`. An error outside of the examples counts as a failed test. */
export const rspecFormat: JsonFormat<RunReport> = {
  name: 'RSpec JSON',
  recognises: (value) =>
    isObject(value) &&
    Array.isArray(value.examples) &&
    isObject(value.summary) &&
    'example_count' in value.summary,
  read(document) {
    const { examples, summary } = validate(schema, document);
    const tests = examples.map(toRecord);
    const shown = countTests(tests);
    const contradictions = new Contradictions(document);
    for (const [name, found] of [
      ['example_count', shown.total],
      ['failure_count', shown.failed],
      ['pending_count', shown.skipped],
    ] as const) {
      if (summary[name] === found) continue;
      contradictions.add(['summary', name], `is ${summary[name]}, but the examples show ${found}`);
    }
    contradictions.refuse();
    const outside = Array.from(
      // each is one more failed test; a file of millions of them is not believed to the end
      { length: Math.min(summary.errors_outside_of_examples_count ?? 0, MOST_ERRORS) },
      (): TestRecord => ({ name: 'outside of any example', status: 'fail' }),
    );
    return { value: toRunReport([...tests, ...outside], document.file), warnings: [] };
  },
};

/** How many errors outside of the examples count; the number is stated, and nothing shows it. */
const MOST_ERRORS = 10_000;

function toRecord(example: z.output<typeof exampleSchema>): TestRecord {
  const { description, full_description, status, file_path, line_number, run_time, exception } = example;
  return {
    name: full_description ?? description ?? '',
    status: STATUSES[status],
    file: file_path ?? undefined,
    line: line_number ?? undefined,
    duration_ms: run_time == null ? undefined : run_time * 1000,
    message: exception?.message ?? undefined,
  };
}
