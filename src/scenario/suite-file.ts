import { splitReference } from '../artifacts/cassette/reference.ts';
import { validate } from '../artifacts/validate.ts';
import { compileExpectation } from '../assertions/guards.ts';
import { compileMatcher } from '../assertions/matchers.ts';
import { isPathFault, type Path } from '../assertions/path.ts';
import { parseTarget } from '../assertions/target.ts';
import type { ValuePath } from '../diagnostic.ts';
import { Compiler } from './compiler.ts';
import { compileEffects } from './effects.ts';
import { ENVELOPE_MEMBERS } from './envelope.ts';
import type {
  Assertion,
  ForbiddenRule,
  GoldenStep,
  Rate,
  Rule,
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
        `\`${name}\` is the name of an earlier scenario too (line ${line})`,
        'give each its own name',
      );
  });
}

async function compileScenario(entry: ScenarioEntry, at: ValuePath, compiler: Compiler): Promise<Scenario> {
  const { name, cassette, refusal, escalation, golden, expect_unchanged: unchanged } = entry;
  const cassettes = typeof cassette === 'string' ? [cassette] : cassette;
  for (const [index, reference] of cassettes.entries()) {
    const inside = typeof cassette === 'string' ? [] : [index];
    refuseOutside(reference, [...at, 'cassette', ...inside], compiler);
  }
  const seed = Object.fromEntries(compiler.entriesAt([...at, 'seed']));
  compiler.json([...at, 'seed'], seed);
  return {
    name,
    line: compiler.line(at),
    cassettes,
    seed,
    transitions: (entry.transitions ?? []).flatMap((written, index): Transition[] => {
      const path = [...at, 'transitions', index];
      const rule = compileRule(written, path, compiler);
      const effects = compileEffects([...path, 'effect'], compiler);
      return rule ? [{ ...rule, effects, appliesOnError: written.on_error === 'apply' }] : [];
    }),
    forbidden: (entry.forbidden ?? []).flatMap((written, index): ForbiddenRule[] => {
      const rule = compileRule(written, [...at, 'forbidden', index], compiler);
      return rule ? [{ ...rule, reason: written.reason, onlySucceeded: written.only === 'succeeded' }] : [];
    }),
    refusalMarkers: refusal?.markers ?? [],
    escalation: { tools: new Set(escalation?.tools ?? []), markers: escalation?.markers ?? [] },
    ...(golden && {
      golden: [
        compileGolden(golden.calls, [...at, 'golden', 'calls'], compiler),
        ...(golden.alternates ?? []).map((steps, index) =>
          compileGolden(steps, [...at, 'golden', 'alternates', index], compiler),
        ),
      ],
    }),
    expectState: compileState([...at, 'expect_state'], compiler),
    ...(unchanged !== undefined && {
      expectUnchanged:
        unchanged === true ||
        unchanged.flatMap((text, index): Path[] => {
          const path = compiler.plainPath([...at, 'expect_unchanged', index], text);
          return path ? [path] : [];
        }),
    }),
    expect: await compileAssertions(entry.expect ?? [], [...at, 'expect'], compiler),
    hasRubric: entry.rubric !== undefined,
    allowsInvalid: entry.allow_invalid === true,
  };
}

/** A suite comes from a stranger: its cassettes lie in its folder, or in the one that the user names. */
function refuseOutside(reference: string, path: ValuePath, compiler: Compiler): void {
  const { path: file } = splitReference(reference);
  const steps = file.split(/[\\/]/);
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(file);
  if (!isAbsolute && !steps.includes('..')) return;
  compiler.fault(
    path,
    `\`${reference}\` ${isAbsolute ? 'is an absolute path' : 'leads out of the folder of the suite'}`,
    'keep recordings beside the suite, or name their folder with --cassette-dir',
  );
}

function compileRule(
  written: { tool: string; server?: string | undefined },
  at: ValuePath,
  compiler: Compiler,
): Rule | undefined {
  const tool = compiler.toolPattern([...at, 'tool'], written.tool);
  const args = compiler.conditions([...at, 'args'], 'arguments');
  const when = compiler.conditions([...at, 'when'], 'world');
  const { server } = written;
  return tool && { tool, args, when, line: compiler.line(at), ...(server !== undefined && { server }) };
}

type WrittenStep = NonNullable<ScenarioEntry['golden']>['calls'][number];

function compileGolden(steps: readonly WrittenStep[], at: ValuePath, compiler: Compiler): GoldenStep[] {
  return steps.map((written, index) => {
    if (typeof written === 'string') return { tool: written, args: [], optional: false };
    const { tool, server, optional = false } = written;
    const args = compiler.conditions([...at, index, 'args'], 'arguments');
    return { tool, args, optional, ...(server !== undefined && { server }) };
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
    const compiled = compiler.compiled([...path, 'matcher'], await compileMatcher(matcher));
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
