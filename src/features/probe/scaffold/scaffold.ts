import { argumentsFor } from '../../../arguments/arguments.ts';
import type { SampleArguments } from '../../../arguments/sample.ts';
import { wrongValues } from '../../../arguments/wrong-type.ts';
import type { StarterTest } from '../../../artifacts/test-suite/model.ts';
import { type Classification, classify } from '../../../exec-policy/classify.ts';
import { decide, type ExecutionDecision } from '../../../exec-policy/decide.ts';
import { type ListedTool, runsOnlyAsTask } from '../../../mcp/listed-tool.ts';
import { lenientCheckOf, type ToolSchemaCheck } from '../../../mcp/tool-schema.ts';
import { isObject, present } from '../../../values/own-property.ts';
import type { OutcomeKind } from '../outcomes.ts';
import type { PlanOptions } from '../plan.ts';

/** What was observed when the happy path was called. */
export type Observation =
  /** @property text the text of the answer, if two calls gave the same */
  | { readonly kind: 'ok'; readonly text: string | undefined }
  /** The tool reported an error, for example because it rejects the arguments. */
  | { readonly kind: 'error' }
  /** A fault of the server. No test expects it: such a test would fail once the server is fixed. */
  | { readonly kind: 'fault'; readonly outcome: OutcomeKind; readonly message: string };

/** The generated tests of a tool. */
export interface ToolScaffold {
  readonly tool: ListedTool;
  readonly classification: Classification;
  readonly decision: ExecutionDecision;
  readonly tests: readonly StarterTest[];
  /** Comments for the suite, such as why a test is missing. */
  readonly notes: readonly string[];
  /** The fault of the server that the call of the happy path showed. */
  readonly fault?: OutcomeKind;
}

/**
 * Generates the first tests of a suite. Each tool gets a happy path, a call with a missing argument, and a call with an
 * argument of the wrong type. Arguments are generated from the input schema. Makes no calls.
 * Spec (execution safety): "What each class means at execution time", GenerateOnly.
 * @param observed the observed happy paths, by the name of the tool
 */
export async function scaffoldTools(
  tools: readonly ListedTool[],
  options: PlanOptions,
  observed: ReadonlyMap<string, Observation>,
): Promise<ToolScaffold[]> {
  const seen = new Set<string>();
  const scaffolds: ToolScaffold[] = [];
  for (const tool of tools) {
    const classification = classify(tool, options);
    const decision = decide(classification.class, { ...options, context: 'generate' });
    const cases = seen.has(tool.name)
      ? { tests: [], notes: ['the server lists another tool with this name'] }
      : await casesOf(tool, decision, observed.get(tool.name));
    seen.add(tool.name);
    scaffolds.push({ tool, classification, decision, ...cases });
  }
  return scaffolds;
}

async function casesOf(tool: ListedTool, decision: ExecutionDecision, observation: Observation | undefined) {
  if (runsOnlyAsTask(tool)) {
    return { tests: [], notes: ['no tests: the tool runs only as a task, and a test makes a plain call'] };
  }
  const sample = await argumentsFor(tool, decision);
  if ('cannot' in sample) return { tests: [], notes: [`no arguments can be generated: ${whyNone(sample)}`] };
  const { value: args } = sample;
  const schema = isObject(tool.inputSchema) ? tool.inputSchema : {};
  const refuses = await lenientCheckOf({ type: 'object', ...schema });

  const test = (what: string, args: StarterTest['args'], expect: StarterTest['expect']): StarterTest => ({
    name: `${tool.name}: ${what}`,
    tool: tool.name,
    args,
    ...runningOf(decision),
    expect,
  });
  const tests = [test('happy path', args, expectationOf(observation))];
  const notes = noteOf(observation);

  const missing = missingArgument(args, refuses);
  if (missing) tests.push(test(`missing argument ${missing.name}`, missing.args, { outcome: 'error' }));
  else notes.push('no missing-argument case: no argument is required');

  const wrong = wrongType(schema, args, refuses);
  if (wrong) tests.push(test(`wrong type of ${wrong.name}`, wrong.args, { outcome: 'error' }));
  else notes.push('no wrong-type case: no argument has a type');
  return { tests, notes, ...(observation?.kind === 'fault' && { fault: observation.outcome }) };
}

/** Returns how the tests of a tool run: what may not be repeated runs once, and what may not run is skipped. */
function runningOf({ kind, canRepeat }: ExecutionDecision): Pick<StarterTest, 'serial' | 'skip'> {
  const isHeld = kind === 'GenerateOnly' || kind === 'Refuse';
  return { ...(!canRepeat && { serial: true }), ...(isHeld && { skip: true }) };
}

function expectationOf(observation: Observation | undefined): StarterTest['expect'] {
  if (observation?.kind === 'error') return { outcome: 'error' };
  const text = observation?.kind === 'ok' ? observation.text : undefined;
  return { outcome: 'ok', ...present({ text }) };
}

function noteOf(observation: Observation | undefined): string[] {
  if (observation?.kind === 'error')
    return ['the tool answers the generated arguments with an error: replace them with meaningful ones'];
  if (observation?.kind !== 'fault') return [];
  return [`the server has a fault, which no test expects: ${observation.outcome}, ${observation.message}`];
}

function whyNone({ cannot, avoided }: Extract<SampleArguments, { cannot: string }>): string {
  return avoided ? `\`${avoided.parameter}\` would be \`${avoided.value}\`, which changes something` : cannot;
}

interface BadCase {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

function missingArgument(
  args: Readonly<Record<string, unknown>>,
  refuses: ToolSchemaCheck,
): BadCase | undefined {
  for (const name of Object.keys(args)) {
    const { [name]: _, ...rest } = args;
    if (refuses(rest) !== undefined) return { name, args: rest };
  }
  return undefined;
}

/** Finds a call with an argument of the wrong type. Required arguments come first. */
function wrongType(
  schema: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
  refuses: ToolSchemaCheck,
): BadCase | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = [...new Set([...Object.keys(args), ...Object.keys(properties)])];
  for (const name of names) {
    const property = properties[name];
    for (const value of wrongValues(isObject(property) ? property.type : undefined, args[name])) {
      const tried = Object.fromEntries([...Object.entries(args), [name, value]]);
      if (refuses(tried) !== undefined) return { name, args: tried };
    }
  }
  return undefined;
}
