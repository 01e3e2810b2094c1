import { join } from 'node:path';
import { LOG_FORMATS } from '../src/artifacts/audit-log/formats/log-formats.ts';
import { ROW_FORMATS } from '../src/artifacts/cassette/formats/row-formats.ts';
import { RUN_FORMATS } from '../src/artifacts/cassette/formats/run-formats.ts';
import { ARTIFACT_KINDS, ARTIFACTS, flagOf } from '../src/artifacts/kinds.ts';
import { JUNIT_WRITERS } from '../src/artifacts/run-report/junit-writers.ts';
import { ASSUMED } from '../src/artifacts/security/assumed.ts';
import { GUARD_NAMES, GUARDS, type GuardOperands } from '../src/assertions/guard-table.ts';
import { MATCHER_NAMES, MATCHERS } from '../src/assertions/matcher-table.ts';
import { CLASSIFICATION_WARNINGS } from '../src/exec-policy/classify.ts';
import { decide } from '../src/exec-policy/decide.ts';
import {
  DECISION_KINDS,
  EXECUTION_DECISIONS,
  TOOL_CLASS_NAMES,
  TOOL_CLASSES,
} from '../src/exec-policy/model.ts';
import {
  CLEAR_VERBS,
  DOUBTFUL_VERBS,
  OTHER_VERBS,
  READS_WITH,
  VERB_PREFIXES,
} from '../src/exec-policy/other-verbs.ts';
import {
  ABOUT_WORDS,
  BEFORE_LANGUAGES,
  CODED_THINGS,
  EXECUTING_WORDS,
  LANGUAGES,
  PROGRAM_COMPANIONS,
  PROGRAM_WORDS,
  WRITTEN_FORMS,
} from '../src/exec-policy/program-words.ts';
import {
  CHOOSING_WORDS,
  CLOSING_VERBS,
  CONFIRMING_WORDS,
  CONTENT_WORDS,
  DESCRIBING_WORDS,
  DESTRUCTIVE_WORDS,
  ENTITIES,
  GUARD_SWITCHES,
  JOINING_WORDS,
  KIND_WORDS,
  LISTED_NOUNS,
  LONE_NOUNS,
  MORE_DESTRUCTIVE_WORDS,
  MORE_MUTATING_WORDS,
  MORE_REPORT_NOUNS,
  MUTATING_WORDS,
  NOUNS_TOO,
  OBJECT_VERBS,
  PARTICLES,
  READING_VERBS,
  RELATING_WORDS,
  RELATIONS,
  REPORT_NOUNS,
  SECOND_ACTION_WORDS,
  TASK_WORDS,
} from '../src/exec-policy/words.ts';
import { FACTS } from '../src/facts/catalog.ts';
import { CATALOG_CHANGES } from '../src/features/catalog/changes.ts';
import { SKIP_REASONS as CONFORMANCE_SKIPS } from '../src/features/conformance/check.ts';
import { CHECK_IDS, checkOf, pageOf } from '../src/features/conformance/checks.ts';
import { REASON_CODES, REASONS } from '../src/features/evidence/verify/reasons.ts';
import { RULE_SET_FINDINGS } from '../src/features/gateway/check/findings.ts';
import { SUGGESTION_KIND_NAMES, SUGGESTION_KINDS } from '../src/features/gateway/suggest/proposal.ts';
import { POLICY_FINDINGS } from '../src/features/policy/findings.ts';
import { OUTCOME_KINDS, PROBE_OUTCOMES, SKIP_REASONS } from '../src/features/probe/outcomes.ts';
import { ENVELOPE as ANSWER_ENVELOPE } from '../src/features/run/envelope.ts';
import { FAMILIES } from '../src/features/scan/core/rule.ts';
import { falseAlarmsOf } from '../src/features/scan/false-alarms.ts';
import { RULE_IDS, ruleOf } from '../src/features/scan/rule-table.ts';
import { SUITE_FINDINGS } from '../src/features/scenario/check/findings.ts';
import { OPERATIONS } from '../src/features/scenario/suite/effects.ts';
import { ENVELOPE } from '../src/features/scenario/suite/envelope-members.ts';
import type { FindingTable } from '../src/findings/table.ts';
import { DETECTORS } from '../src/inspection/detectors.ts';
import { formatCiRecipe } from '../src/report/probe/init.ts';
import { COMPARATOR_NAMES, COMPARATORS, type Literals } from '../src/rules/comparators.ts';
import { OUTCOME_NAMES, OUTCOMES } from '../src/rules/outcomes.ts';
import { WAIVER_STATUS_NAMES, WAIVER_STATUSES } from '../src/rules/waivers.ts';
import { measure } from '../test/inspection/measure.ts';
import { SCHEMAS, toJsonSchema } from './schemas.ts';
import { SPEC_TEXTS, sourceFiles, specHeadings } from './spec-headings.ts';

/** Returns `docs/facts.md`: the whole page comes from the catalog. */
export function factsPage(): string {
  const sections = ARTIFACT_KINDS.map((kind) => {
    const rows = FACTS.filter((fact) => fact.artifact === kind);
    const { title } = ARTIFACTS[kind];
    return [
      `## From the ${title}: \`${flagOf(kind)}\`\n`,
      `[Which files are read, and how to get one](artifacts.md#${anchorOf(title)}).\n`,
      table(
        ['fact', 'type', 'meaning'],
        rows.map(({ name, type, description }) => [`\`${name}\``, type, description]),
      ),
    ].join('\n');
  });
  return `# The fact catalog

<!-- Written by \`npm run generate\` from src/facts/catalog.ts; do not edit by hand. -->

Which facts can a policy rule name? These ${FACTS.length}. When an artifact does not carry a fact, the fact is absent. A rule on an
absent fact is \`unevaluated\`, which fails the verdict. \`mcptest policy facts\` prints this catalog. With artifact flags it
prints the facts of your files.

${sections.join('\n')}`;
}

/** Tables inside a page of prose, between `<!-- generated: NAME -->` and `<!-- end -->`. */
const TABLES: Readonly<Record<string, () => string>> = {
  comparators: () =>
    table(
      ['comparator', 'takes', 'passes if'],
      COMPARATOR_NAMES.map((name) => {
        const { takes, description } = COMPARATORS[name];
        return [`\`${name}\``, TAKES[takes], description];
      }),
    ),
  outcomes: () =>
    table(
      ['outcome', 'when', 'verdict'],
      OUTCOME_NAMES.map((name) => {
        const { meaning, verdict } = OUTCOMES[name];
        return [`\`${name}\``, meaning, verdict];
      }),
    ),
  'waiver-statuses': () =>
    table(
      ['status', 'when'],
      WAIVER_STATUS_NAMES.map((name) => [`\`${name}\``, WAIVER_STATUSES[name].meaning]),
    ),
  findings: () => findings(POLICY_FINDINGS),
  'evidence-reasons': () =>
    table(
      ['code', 'check', 'the reason', 'what to do'],
      REASON_CODES.map((code) => {
        const { check, title, help } = REASONS[code];
        return [`\`${code}\``, check, title, help];
      }),
    ),
  'junit-writers': () =>
    table(
      ['writer', 'recognised by', 'what it means', 'public report'],
      JUNIT_WRITERS.map(({ name, recognised, means, hides, source }) => [
        name,
        recognised,
        means ?? `the reporter ${hides}`,
        source,
      ]),
    ),
  'assumed-severities': () =>
    table(
      ['finding', 'counts as'],
      Object.values(ASSUMED).map(({ what, severity }) => [what, severity]),
    ),
  'suite-findings': () => findings(SUITE_FINDINGS),
  'security-rules': () =>
    table(
      ['rule', 'severity', 'looks at', 'finds what', 'why it matters', 'what to do', 'in harmless tools'],
      RULE_IDS.map((id) => {
        const { severity, surface, title, why, fix } = ruleOf(id);
        const alarms = falseAlarmsOf(id);
        return [
          `\`${id}\``,
          severity,
          surface,
          title,
          why,
          fix,
          alarms ? `${alarms.found} of ${alarms.of}` : '-',
        ];
      }),
    ),
  'conformance-checks': () =>
    table(
      ['check', 'level', 'era', 'transport', 'the sentence of MCP', 'how mcptest checks it'],
      CHECK_IDS.map((id) => {
        const check = checkOf(id);
        const { level, era, transport, sentence, how, since } = check;
        const eras = era === 'both' ? (['legacy', 'modern'] as const) : [era];
        const pages = eras.map((each) => `[${each}](${pageOf(check, each)})`).join(', ');
        const only = since === undefined ? '' : `; since ${since}`;
        return [`\`${id}\``, level, `${pages}${only}`, transport, sentence, how];
      }),
    ),
  'conformance-skips': () => meanings(['reason', 'means'], CONFORMANCE_SKIPS),
  'security-families': () => meanings(['family', 'rules on'], FAMILIES),
  'suppression-keys': () => keysOf('suppressions.v1', 'suppressions', 'items'),
  'catalog-changes': () => findings(CATALOG_CHANGES, 'what changed'),
  'gateway-findings': () => findings(RULE_SET_FINDINGS, 'what is found'),
  'suggestion-kinds': () =>
    table(
      ['kind', 'what the log shows', 'what is suggested'],
      SUGGESTION_KIND_NAMES.map((kind) => {
        const { seen, suggested } = SUGGESTION_KINDS[kind];
        return [`\`${kind}\``, seen, suggested];
      }),
    ),
  'gateway-policy-keys': () => keysOf('rule-set.v1', 'policies', 'items'),
  guards: () =>
    table(
      ['guard', 'takes', 'passes if'],
      GUARD_NAMES.map((name) => {
        const { takes, fromArgument, description } = GUARDS[name];
        const argument = fromArgument ? ', or `{ from_arg: ... }`' : '';
        return [`\`${name}\``, GUARD_TAKES[takes] + argument, description];
      }),
    ),
  matchers: () =>
    table(
      ['matcher', 'passes if the target is'],
      MATCHER_NAMES.map((name) => [`\`${name}\``, MATCHERS[name].description]),
    ),
  operations: () =>
    table(
      ['operation', 'takes', 'does'],
      Object.entries(OPERATIONS).map(([name, { takes, description }]) => [`\`${name}\``, takes, description]),
    ),
  envelope: () =>
    table(
      ['target', 'meaning'],
      Object.entries(ENVELOPE).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  'answer-targets': () =>
    table(
      ['target', 'meaning'],
      Object.entries(ANSWER_ENVELOPE).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  'tool-classes': () =>
    table(
      ['class', 'meaning', 'counts as reading'],
      TOOL_CLASS_NAMES.map((name) => {
        return [`\`${name}\``, TOOL_CLASSES[name], decide(name).canRepeat ? 'yes' : 'no'];
      }),
    ),
  'tool-decisions': () =>
    table(
      ['decision', 'the tool'],
      DECISION_KINDS.map((kind) => [`\`${kind}\``, EXECUTION_DECISIONS[kind]]),
    ),
  'tool-warnings': () => meanings(['warning', 'when'], CLASSIFICATION_WARNINGS),
  'tool-words': () =>
    table(
      ['words', 'used', 'which'],
      TOOL_WORDS.map(([title, used, words]) => [title, used, [...words].join(' ')]),
    ),
  'probe-outcomes': () =>
    table(
      ['outcome', 'meaning', 'exit code'],
      OUTCOME_KINDS.map((kind) => {
        const { meaning, fails } = PROBE_OUTCOMES[kind];
        return [`\`${kind}\``, meaning, fails ? '1' : '0'];
      }),
    ),
  'probe-skips': () => meanings(['reason', 'why the tool was not called'], SKIP_REASONS),
  detectors: () =>
    table(
      ['detector', 'severity', 'finds', 'for example'],
      DETECTORS.map(({ id, severity, description, example }) => [
        `\`${id}\``,
        severity,
        description,
        example,
      ]),
    ),
  'inspection-seen': () => measured('seen'),
  'inspection-unseen': () => measured('unseen'),
  'spec-texts': () => table(['text', 'describes'], Object.entries(SPEC_TEXTS)),
  'spec-headings': () =>
    table(
      ['text', 'heading', 'code'],
      specHeadings(sourceFiles(join(import.meta.dirname, '..'))).map(({ text, heading, files }) => [
        text,
        heading,
        files.map((path) => `[\`${path}\`](../src/${path})`).join(', '),
      ]),
    ),
  'recording-formats': () =>
    table(
      ['format', 'written by', 'recognised by', 'a call failed when', 'left out'],
      RECORDING_FORMATS.map(({ name, programs, recognisedBy, failed, leavesOut }) => [
        name,
        programs,
        recognisedBy,
        failed,
        leavesOut,
      ]),
    ),
  'recording-files': () =>
    table(
      ['format', 'where to get the file'],
      RECORDING_FORMATS.map(({ name, from }) => [name, from]),
    ),
  'log-formats': () =>
    table(
      ['`--log-format`', 'log', 'where it comes from, and what recognises it', 'decisions'],
      LOG_FORMATS.map(({ name, title, from, mapping }) => [
        `\`${name}\``,
        title,
        from,
        mapping.decision === null ? 'no: needs `--assume`' : 'yes',
      ]),
    ),
  'log-mappings': () =>
    LOG_FORMATS.map(({ title, mapping, leftOut }) =>
      [
        `### ${capitalized(title)}\n`,
        table(
          ['attribute', 'comes from'],
          [
            ...Object.entries(mapping).map(([name, from]) => [`\`${name}\``, from ?? '-']),
            ['left out', leftOut],
          ],
        ),
      ].join('\n'),
    ).join('\n\n'),
  'ci-github': () => yamlBlock(formatCiRecipe('github')),
  'ci-gitlab': () => yamlBlock(formatCiRecipe('gitlab')),
  'suite-keys': () => keysOf('suite.v1'),
  'scenario-keys': () => keysOf('suite.v1', 'scenarios', 'items'),
  'transition-keys': () => keysOf('suite.v1', 'scenarios', 'items', 'transitions', 'items'),
  'forbidden-keys': () => keysOf('suite.v1', 'scenarios', 'items', 'forbidden', 'items'),
};

function yamlBlock(text: string): string {
  return `\`\`\`yaml\n${text}\`\`\`\n`;
}

/** Every format of recordings, ours last. */
const RECORDING_FORMATS = [...ROW_FORMATS, ...RUN_FORMATS];

const TOOL_WORDS: readonly (readonly [title: string, used: string, words: Iterable<string>])[] = [
  ['destructive', 'always', DESTRUCTIVE_WORDS],
  ['mutating', 'always', MUTATING_WORDS],
  ['more destructive words', 'strict', MORE_DESTRUCTIVE_WORDS],
  ['more mutating words', 'strict', MORE_MUTATING_WORDS],
  ['of these, nouns after a reading verb', 'strict', NOUNS_TOO],
  [
    'of these, nouns also as the last word directly after a reading verb other than `get`',
    'strict',
    LONE_NOUNS,
  ],
  ['reading, as the first verb', 'strict', READING_VERBS],
  ['reading, as the last word', 'strict', CLOSING_VERBS],
  ['of these, verbs after which only a thing follows', 'strict', OBJECT_VERBS],
  ['of these, never nouns, so that the word before them is the subject', 'strict', CLEAR_VERBS],
  ...Object.entries(READS_WITH).map(
    ([verb, ends]) => [`reading after \`${verb}\`, as the last word`, 'strict', ends] as const,
  ),
  ['reports, as the last word without a verb', 'strict', REPORT_NOUNS],
  ['more reports, if no word of the name is a verb', 'strict', MORE_REPORT_NOUNS],
  ['describing a thing, as the first word without a verb', 'strict', DESCRIBING_WORDS],
  ['relating a thing to another, without a verb', 'strict', RELATING_WORDS],
  ['things first of all, although they are on the lists of changing words', 'strict', ENTITIES],
  ['more changing verbs, if they come before any other verb', 'strict', OTHER_VERBS],
  ['nouns and verbs: only a report may follow', 'strict', DOUBTFUL_VERBS],
  ['beginnings that make a changing verb of a changing verb', 'strict', VERB_PREFIXES],
  ['joining a second action', 'strict', JOINING_WORDS],
  ['of these, before a word that is known only to read or report', 'strict', SECOND_ACTION_WORDS],
  ['turning `to` into a relation', 'strict', RELATIONS],
  ['turning `check` into a changing verb', 'strict', PARTICLES],
  ['parameters that choose among actions, as the last word', 'strict, and for arguments', CHOOSING_WORDS],
  ['after such a word', 'strict, and for arguments', KIND_WORDS],
  ['parameters that say what to do, as the last word', 'for arguments', TASK_WORDS],
  ['parameters whose values are only words, as the last word', 'for given arguments', CONTENT_WORDS],
  ['switches that let a tool change something', 'for arguments', CONFIRMING_WORDS],
  ['switches that keep it from changing something', 'for arguments', GUARD_SWITCHES],
  ['parameters that contain a program, as any word', 'strict, and for arguments', PROGRAM_WORDS],
  ['languages of programs, in names and descriptions', 'strict, and for arguments', LANGUAGES],
  ['written as one word with such a word', 'strict, and for arguments', PROGRAM_COMPANIONS],
  ['a program, directly after a language in a description', 'strict', WRITTEN_FORMS],
  ['a program, directly before a language in a description', 'strict', BEFORE_LANGUAGES],
  ['a program, near a word for one in a description', 'strict', EXECUTING_WORDS],
  ['about a program, as the last word of a parameter', 'strict, and for arguments', ABOUT_WORDS],
  ['turning `code` after them into an identifier', 'strict, and for arguments', CODED_THINGS],
  ['turning a listed action into a noun, as the last word', 'strict, and for arguments', LISTED_NOUNS],
];

/** Renders the table of what a command can find. */
function findings({ kinds }: FindingTable, meaning = 'what is wrong'): string {
  return table(
    ['code', 'severity', meaning],
    Object.entries(kinds).map(([code, { severity, title }]) => [`\`${code}\``, severity, title]),
  );
}

function meanings(head: readonly [string, string], rows: Readonly<Record<string, string>>): string {
  return table(
    head,
    Object.entries(rows).map(([name, meaning]) => [`\`${name}\``, meaning]),
  );
}

const GUARD_TAKES = {
  value: 'a value',
  number: 'a number',
  list: 'a list of values',
  text: 'a text',
  flag: '`true` or `false`',
} satisfies Record<keyof GuardOperands, string>;

/**
 * Renders the keys of an object of an authored file, as its schema describes them; if it has several forms, those of
 * the first.
 */
function keysOf(schema: string, ...path: string[]): string {
  const whole = toJsonSchema(schema, SCHEMAS[schema]!) as JsonSchema;
  let at = whole.anyOf?.[0] ?? whole;
  for (const key of path) at = (key === 'items' ? at.items : at.properties?.[key]) as JsonSchema;
  return table(
    ['key', 'meaning'],
    Object.entries(at.properties ?? {}).map(([key, { description = '' }]) => [
      `\`${key}\`${at.required?.includes(key) ? ' (required)' : ''}`,
      description,
    ]),
  );
}

interface JsonSchema {
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const TAKES = {
  number: 'a number',
  literal: 'a number, `true`, `false` or text',
  literals: 'a list of such values',
} satisfies Record<keyof Literals, string>;

/** Returns the page with its generated tables up to date. */
export function withTables(page: string): string {
  return page.replace(/(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, open, name, close) => {
    const render = TABLES[name];
    if (!render) throw new Error(`unknown table ${name}; tables: ${Object.keys(TABLES)}`);
    return `${open}\n${render()}\n${close}`;
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

/** Renders how well the detectors do on a set of labelled calls. */
function measured(set: Parameters<typeof measure>[0]): string {
  return table(
    ['category', 'calls that contain it', 'found', 'other calls', 'false alarms', 'precision', 'recall'],
    measure(set).map(({ category, holding, found, clean, falseAlarms }) => [
      `\`${category}\``,
      ...[holding, found, clean, falseAlarms].map(String),
      percent(found, found + falseAlarms),
      percent(found, holding),
    ]),
  );
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

/** Returns the anchor that Markdown gives to a heading. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
