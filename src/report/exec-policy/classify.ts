import type { ClassificationReport, ClassifiedTool } from '../../exec-policy/classification-schema.ts';
import { DECISION_KINDS, type DecisionKind, EXECUTION_DECISIONS } from '../../exec-policy/model.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, nameCell, toLine } from '../table.ts';

const TONES: Readonly<Record<DecisionKind, Tone>> = {
  Execute: 'good',
  ExecuteOnce: 'caution',
  GenerateOnly: 'note',
  Refuse: 'bad',
};

/** Formats a classification as text: one line for each tool with its warnings below it, and the totals. */
export function formatClassification({ tools }: ClassificationReport, palette: Palette): string {
  const rows = tools.map((tool) => [
    tool.decision.kind,
    nameCell(tool.name),
    tool.class,
    evidenceInWords(tool),
  ]);
  const [head = [], ...aligned] = alignColumns([
    ['decision', 'tool', 'class', 'because'],
    ...rows.map((row) => row.map(escapeForTerminal)),
  ]);
  const lines = tools.flatMap((tool, index) => {
    const [decision = '', ...rest] = aligned[index] ?? [];
    return [
      toLine([palette[TONES[tool.decision.kind]](decision), ...rest]),
      ...tool.warnings.map(({ message }) => palette.caution(`    warning: ${escapeForTerminal(message)}`)),
    ];
  });
  return `${[palette.quiet(toLine(head)), ...lines, '', summary(tools, palette)].join('\n')}\n`;
}

/** Returns a sentence on what decided the class of a tool. It may contain untrusted text. */
export function evidenceInWords({ decided_by: by }: Pick<ClassifiedTool, 'decided_by'>): string {
  switch (by.kind) {
    case 'annotation':
      return `annotation ${by.hint}: ${by.value}`;
    case 'word':
      return `the name contains \`${by.word}\``;
    case 'parameter':
      return by.value === undefined
        ? `the parameter \`${by.parameter}\` takes any text`
        : `the parameter \`${by.parameter}\` may be \`${by.value}\``;
    case 'schema':
      return `the input schema cannot be read completely: ${by.message}`;
    case 'nothing':
      return 'neither an annotation nor the name shows what it does';
  }
}

function summary(tools: readonly ClassifiedTool[], { bold }: Palette): string {
  const parts = DECISION_KINDS.flatMap((kind) => {
    const count = tools.filter(({ decision }) => decision.kind === kind).length;
    if (count === 0) return [];
    const words = EXECUTION_DECISIONS[kind];
    return [`${count} ${count === 1 ? words : pluralOf(words)}`];
  });
  return `${bold(plural(tools.length, 'tool'))}: ${parts.join(', ')}`;
}

/** Returns the plural of a phrase: `run freely` for `runs freely`. */
function pluralOf(words: string): string {
  return words.replace(/^runs\b/, 'run').replace(/^is\b/, 'are');
}
