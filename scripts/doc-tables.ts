import { ARTIFACT_KINDS, ARTIFACTS, flagOf } from '../src/artifacts/kinds.ts';
import { FACTS } from '../src/facts/catalog.ts';
import { FINDING_CODES, FINDINGS } from '../src/policy/findings.ts';
import { COMPARATOR_NAMES, COMPARATORS, type Literals } from '../src/rules/comparators.ts';
import { OUTCOME_NAMES, OUTCOMES } from '../src/rules/outcomes.ts';
import { WAIVER_STATUS_NAMES, WAIVER_STATUSES } from '../src/rules/waivers.ts';

/** `docs/facts.md`: the whole page comes from the catalog. */
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

A rule of a policy names one of these ${FACTS.length} facts. A fact that its artifact does not carry is absent, and a rule on an
absent fact is \`unevaluated\`, which fails the verdict. \`mcptest policy facts\` prints this catalog, and with artifact
flags the values that your files yield.

${sections.join('\n')}`;
}

/** Tables that stand inside a page of prose, between `<!-- generated: NAME -->` and `<!-- end -->`. */
const TABLES: Readonly<Record<string, () => string>> = {
  comparators: () =>
    table(
      ['comparator', 'takes', 'holds when'],
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
  findings: () =>
    table(
      ['code', 'severity', 'what is wrong'],
      FINDING_CODES.map((code) => {
        const { severity, title } = FINDINGS[code];
        return [`\`${code}\``, severity, title];
      }),
    ),
};

const TAKES = {
  number: 'a number',
  literal: 'a number, `true`, `false` or text',
  literals: 'a list of such values',
} satisfies Record<keyof Literals, string>;

/** The page with its generated tables brought up to date. */
export function withTables(page: string): string {
  return page.replace(/(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, open, name, close) => {
    const render = TABLES[name];
    if (!render) throw new Error(`there is no table called ${name}; there are ${Object.keys(TABLES)}`);
    return `${open}\n${render()}\n${close}`;
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

/** The anchor that Markdown gives to a heading. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
