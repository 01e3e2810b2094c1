import * as z from 'zod/mini';
import type { Position } from '../../diagnostic.ts';
import { parseAuthored } from '../../documents/authored.ts';
import { described } from '../../documents/described.ts';
import { time } from '../../documents/schema-parts.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { nearest } from '../../text/nearest.ts';
import { type Instant, parseInstant } from '../../time/instant.ts';
import { isRuleId, RULE_IDS } from './rule-table.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

/** The schema of a file of suppressions. Spec (scanning): "How it is measured". */
export const suppressionsSchema = z.strictObject({
  suppressions: described(
    z.array(
      z.strictObject({
        rule_id: described(text(), 'the rule; `mcptest security --rules` lists all'),
        tool: described(
          z.optional(text()),
          'only for this tool, prompt or resource; if absent, for everything on the server',
        ),
        server: described(
          z.optional(text()),
          'only for this server, as the report names it; if absent, for all servers',
        ),
        reason: described(text(), 'why the finding is tolerated'),
        owner: described(z.optional(text()), 'who is responsible for it'),
        expires: described(time(), 'an RFC 3339 time; from that moment on, the suppression has no effect'),
      }),
    ),
    'findings that do not count',
  ),
});

/** An entry of the file. */
export interface Suppression extends Position {
  readonly rule: string;
  readonly tool: string | undefined;
  readonly server: string | undefined;
  readonly reason: string;
  readonly owner: string | undefined;
  readonly expires: string;
  readonly expiresAt: Instant;
}

/** The suppressions of a file. */
export interface Suppressions {
  readonly file: string;
  readonly entries: readonly Suppression[];
}

/** Reads a file of suppressions, YAML or JSON. @throws InputError also for a rule that does not exist */
export function parseSuppressions(source: string, file: string): Suppressions {
  const document = parseAuthored(source, file);
  const { suppressions } = validate(suppressionsSchema, document);
  const unknown = suppressions.flatMap(({ rule_id: rule }, index) => {
    if (isRuleId(rule)) return [];
    const path = ['suppressions', index, 'rule_id'];
    const near = nearest(rule, RULE_IDS);
    return [
      {
        file,
        position: document.locate(path),
        path,
        message: `there is no rule \`${rule}\``,
        help: near === undefined ? '`mcptest security --rules` lists all rules' : `did you mean \`${near}\`?`,
      },
    ];
  });
  if (unknown.length > 0) throw new InputError(unknown);
  return {
    file,
    entries: suppressions.map(({ rule_id: rule, tool, server, reason, owner, expires }, index) => ({
      ...document.locate(['suppressions', index]),
      rule,
      tool,
      server,
      reason,
      owner,
      expires,
      // the schema accepts only what parses
      expiresAt: parseInstant(expires) as Instant,
    })),
  };
}
