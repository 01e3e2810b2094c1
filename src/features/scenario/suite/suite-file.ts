import { foldTyping } from '../../../assertions/fold-typing.ts';
import { compileExpectation } from '../../../assertions/guards.ts';
import { compileMatcher } from '../../../assertions/matchers.ts';
import { isPathFault, type Path } from '../../../assertions/path.ts';
import { parseTarget } from '../../../assertions/target.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { validate } from '../../../documents/validate.ts';
import { present } from '../../../values/own-property.ts';
import { compileCassettes } from './compile-cassettes.ts';
import { compileGolden } from './compile-golden.ts';
import { Compiler } from './compiler.ts';
import { compileEffects } from './effects.ts';
import { ENVELOPE_MEMBERS } from './envelope-members.ts';
import type {
  Assertion,
  CallRule,
  EscalationTool,
  ForbiddenRule,
  Rate,
  Scenario,
  StateExpectation,
  Suite,
  Transition,
} from './scenario.ts';
import { parseSuiteDocument } from './suite-document.ts';
import { type ScenarioEntry, suiteSchema } from './suite-schema.ts';

/**
 * Reads a suite from YAML (or JSON) text.
 * @throws InputError with every finding at once
 */
export async function parseSuite(source: string, path: string): Promise<Suite> {
  const document = await parseSuiteDocument(source, path);
  const file = validate(suiteSchema, document);
  const compiler = new Compiler(document);
  refuseRepeatedNames(file.scenarios, compiler);
  // the schema would silently drop a rate with this name
  if (compiler.entriesAt(['rates']).some(([model]) => model === '__proto__')) {
    compiler.fault(['rates', '__proto__'], 'no model can be called `__proto__`', undefined, 'key');
  }
  const scenarios: Scenario[] = [];
  for (const [index, entry] of file.scenarios.entries()) {
    scenarios.push(await compileScenario(entry, ['scenarios', index], compiler));
  }
  compiler.refuse();
  return { path, scenarios, rates: new Map(Object.entries(file.rates ?? {}) as [string, Rate][]) };
}

function refuseRepeatedNames(entries: readonly ScenarioEntry[], compiler: Compiler): void {
  const first = new Map<string, number>();
  entries.forEach(({ name }, index) => {
    const path = ['scenarios', index, 'name'];
    const line = first.get(name);
    if (line === undefined) first.set(name, compiler.line(path));
    else
      compiler.fault(
        path,
        `\`${name}\` is already the name of the scenario on line ${line}`,
        'give each scenario its own name',
      );
  });
}

async function compileScenario(entry: ScenarioEntry, at: ValuePath, compiler: Compiler): Promise<Scenario> {
  const { name, refusal, escalation, golden, expect_unchanged: unchanged } = entry;
  const seed = Object.fromEntries(compiler.entriesAt([...at, 'seed']));
  compiler.json([...at, 'seed'], seed);
  return {
    name,
    line: compiler.line(at),
    lineOf: (path) => compiler.line([...at, ...path], typeof path.at(-1) === 'string' ? 'key' : 'value'),
    cassettes: compileCassettes(entry.cassette, [...at, 'cassette'], compiler),
    seed,
    transitions: compileTransitions(entry.transitions ?? [], [...at, 'transitions'], compiler),
    forbidden: compileForbidden(entry.forbidden ?? [], [...at, 'forbidden'], compiler),
    refusalMarkers: compileMarkers(refusal?.markers ?? [], [...at, 'refusal', 'markers'], compiler),
    escalation: {
      tools: compileEscalation(escalation?.tools ?? [], [...at, 'escalation', 'tools'], compiler),
      markers: compileMarkers(escalation?.markers ?? [], [...at, 'escalation', 'markers'], compiler),
    },
    ...(golden && { golden: compileGolden(golden, [...at, 'golden'], compiler) }),
    goldenRetries: golden?.retries ?? 'free',
    expectState: compileState([...at, 'expect_state'], compiler),
    ...(unchanged !== undefined && {
      expectUnchanged:
        unchanged === true || compileUnchanged(unchanged, [...at, 'expect_unchanged'], compiler),
    }),
    expect: await compileAssertions(entry.expect ?? [], [...at, 'expect'], compiler),
    hasRubric: entry.rubric !== undefined,
    allowsInvalid: entry.allow_invalid === true,
    unansweredCalls: entry.unanswered_calls ?? 'fail',
  };
}

function compileEscalation(texts: readonly string[], at: ValuePath, compiler: Compiler): EscalationTool[] {
  return texts.flatMap((text, place): EscalationTool[] => {
    const tool = texts.indexOf(text) === place ? compiler.toolPattern([...at, place], text) : undefined;
    return tool ? [{ tool, place }] : [];
  });
}

/** A marker of which nothing is left, such as a zero-width space, would be found in every response. */
function compileMarkers(markers: readonly string[], at: ValuePath, compiler: Compiler): readonly string[] {
  for (const [index, marker] of markers.entries()) {
    if (foldTyping(marker).trim() === '') compiler.fault([...at, index], 'must have a visible character');
  }
  return markers;
}

function compileTransitions(
  entries: NonNullable<ScenarioEntry['transitions']>,
  at: ValuePath,
  compiler: Compiler,
): Transition[] {
  return entries.flatMap((written, index): Transition[] => {
    const path = [...at, index];
    const rule = compileRule(written, path, compiler);
    const effects = compileEffects([...path, 'effect'], compiler);
    const closed = compiler.closedArguments([...path, 'closed'], { ...(rule ?? { args: [] }), effects });
    const appliesOnError = written.on_error === 'apply';
    return rule ? [present({ ...rule, effects, appliesOnError, closed })] : [];
  });
}

function compileForbidden(
  entries: NonNullable<ScenarioEntry['forbidden']>,
  at: ValuePath,
  compiler: Compiler,
): ForbiddenRule[] {
  return entries.flatMap((written, index): ForbiddenRule[] => {
    const rule = compileRule(written, [...at, index], compiler);
    return rule ? [{ ...rule, reason: written.reason, onlySucceeded: written.only === 'succeeded' }] : [];
  });
}

function compileRule(
  written: { tool: string; server?: string | undefined; agent?: string | undefined },
  at: ValuePath,
  compiler: Compiler,
): CallRule | undefined {
  const tool = compiler.toolPattern([...at, 'tool'], written.tool);
  const args = compiler.argumentConditions([...at, 'args']);
  const when = compiler.worldConditions([...at, 'when']);
  const { server } = written;
  const agent = compiler.agentPattern([...at, 'agent'], written.agent);
  return tool && present({ tool, args, when, line: compiler.line(at), server, agent });
}

function compileUnchanged(texts: readonly string[], at: ValuePath, compiler: Compiler): Path[] {
  return texts.flatMap((text, index): Path[] => {
    const path = compiler.plainPath([...at, index], text);
    return path ? [path] : [];
  });
}

function compileState(at: ValuePath, compiler: Compiler): StateExpectation[] {
  return compiler.entriesAt(at).flatMap(([text, expected]) => {
    const path = compiler.plainKeyPath([...at, text], text);
    const guard = compiler.compiled([...at, text], compileExpectation(expected));
    return path && guard ? [{ path, text, guard, expected }] : [];
  });
}

async function compileAssertions(
  written: NonNullable<ScenarioEntry['expect']>,
  at: ValuePath,
  compiler: Compiler,
): Promise<Assertion[]> {
  const assertions: Assertion[] = [];
  for (const [index, { target: text, matcher, message }] of written.entries()) {
    const path = [...at, index];
    const target = parseTarget(text, ENVELOPE_MEMBERS);
    if (isPathFault(target)) compiler.fault([...path, 'target'], target.message, target.help);
    const compiled = compiler.compiled(
      [...path, 'matcher'],
      await compileMatcher(compiler.valueAt([...path, 'matcher'])),
    );
    if (isPathFault(target) || !compiled) continue;
    assertions.push({
      target,
      text,
      matcher: compiled,
      written: matcher,
      ...(message !== undefined && { message }),
    });
  }
  return assertions;
}
