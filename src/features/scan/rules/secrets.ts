import { choiceOf } from '../../../inspection/choice.ts';
import { DETECTOR_IDS } from '../../../inspection/detector-ids.ts';
import { Leaf, MOST_CHARACTERS } from '../../../inspection/leaf.ts';
import { mask } from '../../../inspection/mask.ts';
import type { Hit, ReadText, RuleTable } from '../core/rule.ts';
import { SURFACES } from '../core/surfaces.ts';

/** Rules on secrets that are written where everybody who sees the definition reads them. */
export const SECRET_RULES = {
  'secret-in-definition': {
    severity: 'high',
    family: 'secret',
    surface: 'every text, and arguments, environment and URLs of configurations',
    title: 'has a secret in plain text',
    why: 'everybody who lists the tools or reads the file has it, and every model that gets the definition',
    fix: 'revoke the secret, and read it from the environment instead',
  },
} as const satisfies RuleTable;

/** Of all detectors, those of secrets that name their provider or their use. */
const SETTINGS = {
  disabled: DETECTOR_IDS.filter((id) => !id.startsWith('secret.') || id === 'secret.password'),
};

/** A run of characters that a secret could be. */
const MAY_BE_SECRET = /[\w+/=.~-]{16}|:\/\/[^\s/]{1,100}:[^\s/]{1,100}@|passw|pwd|secret|token/i;

/** Keys that are written with a value only to show its form. */
const EXAMPLES =
  /EXAMPLE|example|x{4}|0{8}|1234567|abcdef|placeholder|your[-_ ]|\.{3}|<|dummy|sample|changeme|foobar|test/i;

/** Returns the secrets in a text, masked. @param key what the text is called: the name of a parameter or a variable */
export function secretsIn(text: string, key: string): readonly string[] {
  if (!MAY_BE_SECRET.test(text)) return [];
  const chosen = choiceOf(SETTINGS);
  const found: string[] = [];
  // a window at a time, with an overlap that no secret is longer than
  for (let from = 0; from < text.length; from += MOST_CHARACTERS - OVERLAP) {
    const leaf = new Leaf(text.slice(from, from + MOST_CHARACTERS), key, [], CALL);
    for (const detector of chosen.forTraits(leaf.traits)) {
      for (const { start, end } of detector.find(leaf)) {
        const secret = leaf.text.slice(start, end);
        if (!EXAMPLES.test(secret)) found.push(`${detector.id}: ${mask(secret)}`);
        break;
      }
    }
  }
  return found;
}

const OVERLAP = 4096;
const CALL = { tool: '', arguments: {} } as never;

/** Finds a secret in a text of a catalog. */
export function secretHits({ surface }: ReadText): Hit[] {
  const { text, kind, path, isKey, parameter } = surface;
  const [first] = secretsIn(
    text,
    kind === 'default' || kind === 'example' ? (parameter ?? '') : 'description',
  );
  if (first === undefined) return [];
  const { title } = SECRET_RULES['secret-in-definition'];
  return [
    { rule: 'secret-in-definition', path, isKey, message: `${SURFACES[kind]} ${title}`, evidence: first },
  ];
}
