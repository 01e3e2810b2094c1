import { quote } from '../../../text/clip.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import { groupBy } from '../../../values/group-by.ts';
import type { CompiledRule } from '../rules/compiled-rule.ts';
import type { Rule } from '../rules/model.ts';
import { compileToolGlob } from '../rules/tool-glob.ts';
import type { RuleSetRemark } from './findings.ts';

/** What gives away a pattern of another language, and what to write instead. */
const FOREIGN = [
  [
    /^\^|^\.\*|\\|\$$/,
    'is a regular expression',
    'write the whole name, with `*` for one or more characters',
  ],
  [/\{[^{},]*,/, 'lists names in braces', 'write a rule for each name'],
  [
    /^[^(]+\(.*\)$/,
    'names arguments of a tool',
    'write the name alone; rules look at arguments through signals',
  ],
  [/\?/, 'has a `?`', 'only `*` has a meaning: one or more characters'],
  [/\[[^[\]]*\]/, 'lists characters in brackets', 'write a rule for each name'],
  [/,/, 'has a comma', 'write a rule for each name'],
  [/^\s|\s$/, 'begins or ends with a blank', 'remove it'],
  [/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u, 'has an invisible character', 'remove it'],
] as const;

/**
 * Finds a pattern that is written in another language than that of `toolPattern`: it would match no tool that its author
 * means. Spec (enforcement): "What holds for all".
 */
export function foreignPattern(rule: Rule, tools: readonly string[] = []): RuleSetRemark[] {
  const { toolPattern } = rule;
  const found = FOREIGN.find(([pattern]) => pattern.test(toolPattern));
  // a tool with such a name may exist
  if (!found || tools.some(compileToolGlob(toolPattern).matches)) return [];
  const [, fault, help] = found;
  return [{ code: 'foreign-pattern', rule, message: `${quote(toolPattern)} ${fault}`, help }];
}

/** Finds tools and patterns of other rules that look like a name that a rule denies, and are not denied by it. */
export function lookAlikes(rules: readonly CompiledRule[], tools: readonly string[] = []): RuleSetRemark[] {
  const folded = groupBy(rules, ({ rule }) => foldLookAlikes(rule.toolPattern));
  const denies = rules.filter(({ rule }) => rule.action === 'deny');
  const undenied = tools.filter((tool) => !denies.some(({ glob }) => glob.matches(tool)));
  return denies.flatMap(({ rule, lookAlikes: near }) => {
    const twins = (folded.get(foldLookAlikes(rule.toolPattern)) ?? [])
      .filter((other) => other.rule.action !== 'deny')
      .map((other) => other.rule.toolPattern)
      .filter((pattern) => pattern.normalize('NFC') !== rule.toolPattern.normalize('NFC'));
    const alike = undenied.filter((tool) => near?.matches(foldLookAlikes(tool)));
    return [...new Set([...twins, ...alike])].slice(0, MOST_NAMED).map((name): RuleSetRemark => {
      const message = `denies ${quote(rule.toolPattern)}, but not ${quote(name)}, which looks like it`;
      const help = 'write `names: strict` to deny it too, as a hook and a proxy do';
      return { code: 'look-alike', rule, message, help };
    });
  });
}

/** A rule is reported with up to this many names. */
const MOST_NAMED = 5;
