import type { Decision, SignalCategory } from '../../../artifacts/audit-log/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { parseAuthored } from '../../../documents/authored.ts';
import { hasComments } from '../../../documents/yaml-edit.ts';
import { InputError } from '../../../errors.ts';
import { isObject } from '../../../values/own-property.ts';
import { parseRuleSet } from './rule-set-file.ts';

/** The flags that describe a rule. */
export interface RuleOptions {
  readonly name: string | undefined;
  readonly toolPattern: string | undefined;
  readonly action: Decision | undefined;
  readonly riskThreshold: number | undefined;
  readonly signalCategory: SignalCategory | undefined;
  readonly priority: number | undefined;
  readonly disabled: true | undefined;
}

/** The flag for each key of a rule. */
const FLAGS = {
  name: '--name',
  toolPattern: '--tool-pattern',
  action: '--action',
  riskThreshold: '--risk-threshold',
  signalCategory: '--signal-category',
  priority: '--priority',
} as const satisfies Partial<Record<keyof RuleOptions, string>>;

const KEYS = Object.keys(FLAGS) as readonly (keyof typeof FLAGS)[];

/** Reads new rules from a file: one rule, or a list. @throws InputError */
export function readNewRules(text: string, file: string): readonly object[] {
  parseRuleSet(text, file);
  const { value, locate } = parseAuthored(text, file);
  if (Array.isArray(value)) return value as object[];
  if (isObject(value) && !Object.hasOwn(value, 'policies')) return [value];
  throw new InputError({
    file,
    position: locate([]),
    message: 'must be one rule or a list of rules, found a whole rule set',
    help: 'remove `servers`, `inspection` and the rest around the rules: they would be lost',
  });
}

/** Warns when the comments in a file of new rules are lost, because only the values are copied. */
export function lostComments(text: string, file: string): Diagnostic[] {
  return hasComments(text) ? [{ file, message: 'its comments are not copied' }] : [];
}

/** Returns the rule that the flags describe. @throws InputError that names flags */
export function ruleOfOptions(options: RuleOptions): object {
  const missing = (['name', 'toolPattern', 'action'] as const).filter((key) => options[key] === undefined);
  if (missing.length > 0) {
    throw new InputError({
      message: `a rule needs ${missing.map((key) => FLAGS[key]).join(' and ')}`,
      help: 'pass the flags, or a file with --from',
    });
  }
  const rule = {
    ...Object.fromEntries(KEYS.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]))),
    ...(options.disabled && { enabled: false }),
  };
  return checked(rule);
}

/** Rejects other flags next to `--from`. @throws InputError */
export function refuseOtherFlags(options: RuleOptions): void {
  const given = KEYS.filter((key) => options[key] !== undefined).map((key) => FLAGS[key] as string);
  if (options.disabled) given.push('--disabled');
  if (given.length === 0) return;
  throw new InputError({
    message: `--from and ${given.join(', ')} contradict each other`,
    help: 'describe the rule either in the file or with flags',
  });
}

function checked(rule: object): object {
  try {
    parseRuleSet(JSON.stringify(rule), '');
    return rule;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.diagnostics.map(({ path, message, help }) => {
        const flag = FLAGS[path?.[0] as keyof typeof FLAGS];
        return { message: flag ? `${flag} ${message}` : message, help };
      }),
    );
  }
}
