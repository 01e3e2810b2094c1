import * as z from 'zod/mini';
import { recordList } from '../../documents/record-list.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';

// a pending step shows nothing; hook_error and the like are words of behave
const STATUSES = {
  passed: 'pass',
  failed: 'fail',
  ambiguous: 'fail',
  undefined: 'fail',
  error: 'fail',
  hook_error: 'fail',
  cleanup_error: 'fail',
  pending: 'inconclusive',
  unknown: 'inconclusive',
  skipped: 'skip',
  untested: 'skip',
} as const satisfies Record<string, TestStatus>;

const SEVERITY: readonly TestStatus[] = ['pass', 'skip', 'inconclusive', 'fail'];

const status = () => z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]);
const resultSchema = z.object({ status: status(), error_message: z.nullish(z.unknown()) });
const hooks = () => z.nullish(z.array(z.object({ result: z.nullish(resultSchema) })));
const stepSchema = z.object({ result: z.nullish(resultSchema), before: hooks(), after: hooks() });

const elementSchema = z.object({
  type: z.nullish(z.string()),
  name: z.nullish(z.string()),
  line: z.nullish(z.number()),
  // behave states it for the scenario
  status: z.optional(status()),
  steps: z.nullish(z.array(stepSchema)),
  before: hooks(),
  after: hooks(),
});

const featureSchema = z.object({
  uri: z.nullish(z.string()),
  name: z.nullish(z.string()),
  status: z.optional(status()),
  elements: z.nullish(z.array(elementSchema)),
});

type Feature = z.output<typeof featureSchema>;
type Element = z.output<typeof elementSchema>;

/** The JSON of Cucumber and of behave. A scenario is as good as its worst step or hook, its background included. */
export const cucumberFormat: JsonFormat<RunReport> = {
  name: 'Cucumber JSON',
  recognises: (value) =>
    Array.isArray(value) && isObject(value[0]) && Array.isArray(value[0].elements) && 'keyword' in value[0],
  read(document) {
    const features = validate(recordList(featureSchema), document);
    return { value: toRunReport(features.flatMap(scenariosOf), document.file), warnings: [] };
  },
};

function scenariosOf(feature: Feature): TestRecord[] {
  const tests: TestRecord[] = [];
  let background: TestStatus[] = [];
  for (const element of feature.elements ?? []) {
    const found = statusesOf(element);
    if (element.type === 'background') {
      // behave lists it once, without results, and its steps in each scenario
      background = element.steps?.some(({ result }) => result) ? found : [];
      continue;
    }
    tests.push({
      name: [feature.name, element.name].filter(Boolean).join(' › '),
      status: worst([...background, ...found]),
      file: feature.uri ?? undefined,
      line: element.line ?? undefined,
    });
    background = [];
  }
  // a background without its scenario, or a hook of the feature
  const isFailed = feature.status !== undefined && STATUSES[feature.status] === 'fail';
  if (background.includes('fail') || (isFailed && !tests.some((test) => test.status === 'fail'))) {
    tests.push({ name: feature.name ?? 'a feature', status: 'fail', file: feature.uri ?? undefined });
  }
  return tests;
}

function statusesOf({ steps, before, after, status: stated }: Element): TestStatus[] {
  const results = (steps ?? []).flatMap((step) => [
    // a step without a result did not run
    STATUSES[step.result?.status ?? 'skipped'],
    ...ofHooks(step.before),
    ...ofHooks(step.after),
  ]);
  return [...results, ...ofHooks(before), ...ofHooks(after), ...(stated ? [STATUSES[stated]] : [])];
}

function ofHooks(list: Element['before']): TestStatus[] {
  return (list ?? []).flatMap(({ result }) => (result ? [STATUSES[result.status]] : []));
}

/** A scenario without a step has checked nothing. */
function worst(statuses: readonly TestStatus[]): TestStatus {
  return SEVERITY.findLast((each) => statuses.includes(each)) ?? 'skip';
}
