import type { DetectorId } from '../../../inspection/detector-ids.ts';
import { detectSecrets } from '../../../inspection/find-secrets.ts';
import { mask } from '../../../inspection/mask.ts';
import type { Hit, ReadText, RuleTable } from '../core/rule.ts';
import type { SecretsSeen } from '../core/secrets-seen.ts';
import { SURFACES } from '../core/surfaces.ts';

/** Rules on secrets that are written where everybody who sees the definition reads them. */
export const SECRET_RULES = {
  'secret-in-definition': {
    severity: 'high',
    family: 'secret',
    surface: 'every text, and arguments, environment and URLs of configurations',
    title: 'has a secret in plain text',
    why: 'everybody who lists the tools or reads the file can see the secret, and so can every model that gets the definition',
    fix: 'revoke the secret, and read it from the environment instead',
  },
} as const satisfies RuleTable;

/** A run of characters that a secret could be. */
const MAY_BE_SECRET = /[\w+/=.~-]{16}|:\/\/[^\s/]{1,100}:[^\s/]{1,100}@|passw|pwd|secret|token/i;

/** Keys that are written with a value only to show its form; the token of jwt.io is in every manual. */
const EXAMPLES =
  /eyJzdWIiOiIxMjM0NTY3ODkw|EXAMPLE|example|x{4}|0{8}|1234567|abcdef|placeholder|your[-_ ]|\.{3}|<|dummy|sample|changeme|foobar|test/i;

/** A secret in a text of a definition or a configuration. */
export interface WrittenSecret {
  readonly detector: DetectorId;
  /** What the detector found, not masked: never report it. */
  readonly text: string;
  /** Whether it only shows the form of a secret. */
  readonly isExample: boolean;
}

/** Returns all secrets in a text. @param key what the text is called: the name of a parameter or a variable */
export function secretsIn(text: string, key: string): readonly WrittenSecret[] {
  if (!MAY_BE_SECRET.test(text)) return [];
  return detectSecrets(text, key).flatMap(({ id, start, end }) => {
    // it goes by the key alone, and the value may be any word
    if (id === 'secret.password') return [];
    const secret = text.slice(start, end);
    return [{ detector: id, text: secret, isExample: EXAMPLES.test(secret) }];
  });
}

/** Learns the secrets in a text, examples too, so that no finding shows them. Returns whether there are any. */
export function learnFrom(text: string, secrets: SecretsSeen): boolean {
  const found = secretsIn(text, '');
  for (const each of found) secrets.learn(each.text);
  return found.length > 0;
}

/** Finds a secret in a text of a catalog. */
export function secretHits({ surface, plain, secrets }: ReadText): Hit[] {
  const { text, kind, path, isKey, parameter } = surface;
  const key = kind === 'default' || kind === 'example' ? (parameter ?? '') : 'description';
  const found = secretsIn(text, key);
  for (const each of found) secrets.learn(each.text);
  if (plain !== text) learnFrom(plain, secrets);
  const first = found.find(({ isExample }) => !isExample);
  if (first === undefined) return [];
  const { title } = SECRET_RULES['secret-in-definition'];
  const message = `${SURFACES[kind]} ${title}`;
  return [
    {
      rule: 'secret-in-definition',
      path,
      isKey,
      message,
      evidence: `${first.detector}: ${mask(first.text)}`,
    },
  ];
}
