import type { Writing } from './model.ts';

/**
 * Patterns of SQL statements that change something, anywhere in a text whose white space is single spaces. Each checks
 * what follows its first word. No pattern has two unbounded parts that accept the same characters: the text may be a
 * stranger's, and such a pattern would take time quadratic in its length.
 */
const WRITING_SQL: readonly (readonly [RegExp, Writing])[] = [
  [/\b(?:delete from|drop \w|truncate \w|alter \w+ \S+ drop\b)/i, 'destructive'],
  [/\b(?:insert|replace|merge) into\b/i, 'mutating'],
  [/\bupdate \S+(?: (?:as )?\w+)? set\b/i, 'mutating'],
  [
    /\b(?:create|alter) (?:or replace )?(?:unique |temp\w* |materialized )?(?:table|index|view|schema|database|user|role|function|procedure|trigger|sequence|type)\b/i,
    'mutating',
  ],
];

/** Judges a text as SQL, in time linear in its length. Undefined when it is not SQL that changes something. */
export function writingOfSql(text: string): Writing | undefined {
  const spaced = text.replace(/\s+/g, ' ');
  const [, writing] = WRITING_SQL.find(([statement]) => statement.test(spaced)) ?? [];
  return writing ?? (changesRights(spaced) ? 'mutating' : undefined);
}

/** `grant select on table to role`: the rights, then what they are for, without other characters between them. */
function changesRights(spaced: string): boolean {
  // the first `grant` of a run reaches the furthest, so the others need not be tried
  return spaced.split(/[^\w ,]/).some((run) => {
    const grant = /\b(?:grant|revoke) /i.exec(run);
    return grant !== null && / (?:on|to|from)\b/i.test(run.slice(grant.index + grant[0].length));
  });
}
