import type { SeverityScale } from '../../findings/severity.ts';
import type { CodeOf, FindingTable } from '../../findings/table.ts';

/** How much a change matters to those who call the tools, worst first. Whether it rejects is for `--fail-on` to say. */
const WEIGHTS = {
  breaking: { tone: 'bad', isRefusal: true, plural: 'breaking' },
  promise: { tone: 'caution', isRefusal: true, plural: 'promises' },
  other: { tone: 'note', isRefusal: false, plural: 'others' },
} as const satisfies SeverityScale;

/** How much a change matters. */
export type Weight = keyof typeof WEIGHTS;

/** Every kind of change between two catalogs. Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`", `diff`. */
export const CATALOG_CHANGES = {
  severities: WEIGHTS,
  kinds: {
    'tool-removed': {
      severity: 'breaking',
      title: 'a tool is gone; a renamed tool is one removed and one added',
    },
    'input-narrowed': {
      severity: 'breaking',
      title:
        'the tool no longer accepts what it accepted: a new required argument, a removed one, a narrower type',
    },
    'output-widened': {
      severity: 'breaking',
      title: 'the result may be what it could not be before, or lacks what it had',
    },
    'schema-unclear': {
      severity: 'breaking',
      title: 'a schema changed in a way that cannot be judged, such as `not` or a pattern',
    },
    'annotation-changed': {
      severity: 'promise',
      title: 'a hint such as `readOnlyHint` changed, was added or was removed',
    },
    'class-changed': {
      severity: 'promise',
      title: 'the execution safety policy puts the tool into another class',
    },
    'default-changed': {
      severity: 'promise',
      title: 'the declared default of an argument changed: a call without it does something else',
    },
    'tool-added': { severity: 'other', title: 'a tool is new' },
    'input-widened': { severity: 'other', title: 'the tool accepts more than before' },
    'output-narrowed': { severity: 'other', title: 'the result has more, or is described more closely' },
    'description-changed': { severity: 'other', title: 'the title or the description of a tool changed' },
    'wording-changed': { severity: 'other', title: 'a description inside a schema changed' },
    'metadata-changed': {
      severity: 'other',
      title: 'another member of a tool changed, such as `icons` or `_meta`',
    },
  },
} as const satisfies FindingTable<Weight>;

/** The code of a change, for programs: part of the interface. */
export type ChangeCode = CodeOf<typeof CATALOG_CHANGES>;

/** What `--fail-on` takes: the least weight that rejects. `hints` are changed promises, and what breaks. */
export const FAIL_ON = {
  breaking: ['breaking'],
  hints: ['breaking', 'promise'],
  any: ['breaking', 'promise', 'other'],
} as const satisfies Record<string, readonly Weight[]>;

/** A value of `--fail-on`. */
export type FailOn = keyof typeof FAIL_ON;
