import { type Detector, detector } from './detector.ts';
import type { DetectorId } from './detector-ids.ts';
import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import type { Span } from './span.ts';
import type { SqlToken } from './sql-text.ts';
import { TRAITS } from './traits.ts';

/**
 * Finds a destructive operation that starts at a token of a statement. Returns the index after it, or null when there
 * is none.
 */
type Finder = (statement: readonly SqlToken[], at: number) => number | null;

const DROPPED = new Set(
  'TABLE DATABASE SCHEMA INDEX VIEW COLUMN USER ROLE TABLESPACE FUNCTION PROCEDURE TRIGGER SEQUENCE KEYSPACE COLLECTION'.split(
    ' ',
  ),
);

/** Words and signs that may follow the name of a table in SQL, but hardly in prose. */
const GOES_ON = new Set([
  'WHERE',
  'USING',
  'RETURNING',
  'LIMIT',
  'ORDER',
  'CASCADE',
  'RESTRICT',
  'RESTART',
  'CONTINUE',
  'PURGE',
  ',',
  ')',
  "'",
  'IF',
  'ON',
  'OUTPUT',
  'CONCURRENTLY',
]);

const drop: Finder = (statement, at) => {
  if (wordAt(statement, at) !== 'DROP') return null;
  let name = at + 1;
  if (/^(?:MATERIALIZED|TEMPORARY|UNIQUE|EXTERNAL)$/.test(wordAt(statement, name))) name++;
  if (!DROPPED.has(wordAt(statement, name))) return null;
  name++;
  if (wordAt(statement, name) === 'CONCURRENTLY') name++;
  if (wordAt(statement, name) === 'IF' && wordAt(statement, name + 1) === 'EXISTS') name += 2;
  return endsAfterName(statement, name);
};

const truncate: Finder = (statement, at) => {
  if (wordAt(statement, at) !== 'TRUNCATE') return null;
  const isTable = wordAt(statement, at + 1) === 'TABLE';
  // without TABLE it is a statement only at the beginning, because functions have this name too
  return isTable || at === 0 ? endsAfterName(statement, at + (isTable ? 2 : 1)) : null;
};

const deleteAll: Finder = (statement, at) => {
  if (wordAt(statement, at) !== 'DELETE' || wordAt(statement, at + 1) !== 'FROM') return null;
  const name = wordAt(statement, at + 2) === 'ONLY' ? at + 3 : at + 2;
  const end = endsAfterName(statement, name);
  // after a quote the program continues that contains the statement
  const isWhole = end !== null && wordAt(statement, end) === "'";
  return end !== null && (isWhole || !isBounded(statement, at)) ? end : null;
};

const updateAll: Finder = (statement, at) => {
  if (wordAt(statement, at) !== 'UPDATE') return null;
  let set = nameEnd(statement, at + 1);
  if (set === null) return null;
  if (wordAt(statement, set) !== 'SET') set += wordAt(statement, set) === 'AS' ? 2 : 1;
  const column = nameEnd(statement, set + 1);
  if (wordAt(statement, set) !== 'SET' || column === null || wordAt(statement, column) !== '=') return null;
  return isBounded(statement, at) ? null : column + 1;
};

/** Up to this many tokens of a statement are searched for its condition; real statements are shorter. */
const MOST_TOKENS = 1000;

/** Whether the statement that begins at a token has its own condition that not every row meets. */
function isBounded(statement: readonly SqlToken[], at: number): boolean {
  const { depth } = statement[at] as SqlToken;
  const last = Math.min(statement.length, at + MOST_TOKENS);
  for (let next = at + 1; next < last; next++) {
    const token = statement[next] as SqlToken;
    if (token.depth < depth) return false;
    if (token.depth > depth) continue;
    if (token.word === 'LIMIT') return true;
    if (token.word === 'WHERE') return !holdsAlways(statement, next + 1);
  }
  return false;
}

/** Whether a condition is always true (`1=1`, `'a'='a'`, `true`) and nothing is added to it. */
function holdsAlways(statement: readonly SqlToken[], at: number): boolean {
  const [first, sign, second, then] = [0, 1, 2, 3].map((offset) => wordAt(statement, at + offset));
  if (first === 'TRUE' || (first === '1' && sign === '')) return sign === '' || sign === ')' || sign === 'OR';
  return sign === '=' && first === second && /^(?:\d+|')$/.test(first ?? '') && then !== 'AND';
}

/** Returns the index after a name, if a statement can end or continue there. */
function endsAfterName(statement: readonly SqlToken[], at: number): number | null {
  const end = nameEnd(statement, at);
  if (end === null) return null;
  const canEnd = (next: number) => next >= statement.length || GOES_ON.has(wordAt(statement, next));
  if (canEnd(end)) return end;
  // an alias
  const alias = wordAt(statement, end) === 'AS' ? end + 1 : end;
  return nameEnd(statement, alias) === alias + 1 && canEnd(alias + 1) && alias + 1 < statement.length
    ? end
    : null;
}

/** Returns the index after a name, which may have up to four parts: `shop.orders`. */
function nameEnd(statement: readonly SqlToken[], at: number): number | null {
  const isName = (token: number) => /^(?:[A-Z_#@$][\w#@$]*|")$/.test(wordAt(statement, token));
  if (!isName(at)) return null;
  let end = at + 1;
  for (let part = 1; part < 4 && wordAt(statement, end) === '.' && isName(end + 1); part++) end += 2;
  return end;
}

function wordAt(statement: readonly SqlToken[], at: number): string {
  return statement[at]?.word ?? '';
}

function sqlDetector(
  id: DetectorId & `destructive.${string}`,
  text: readonly [string, string],
  finder: Finder,
): Detector {
  return detector(id, 'high', TRAITS.sqlWord, text, function* (leaf) {
    for (const statement of leaf.sql.statements) {
      for (let at = 0; at < statement.length; at++) {
        const end = finder(statement, at);
        if (end === null || !isMeant(leaf, statement, at)) continue;
        yield spanOf(statement, at, end);
        break;
      }
    }
  });
}

/** Whether text is meant as a statement. In prose it must start with a word in capitals, or end like a statement. */
function isMeant({ text, field }: Leaf, statement: readonly SqlToken[], at: number): boolean {
  if (!field.isProse) return true;
  const { start, end } = statement[at] as SqlToken;
  const verb = text.slice(start, end);
  return verb === verb.toUpperCase() || text.charAt((statement.at(-1) as SqlToken).end) === ';';
}

function spanOf(statement: readonly SqlToken[], from: number, to: number): Span {
  return { start: (statement[from] as SqlToken).start, end: (statement[to - 1] as SqlToken).end };
}

/** Detectors of destructive SQL statements. */
export const SQL_DETECTORS: readonly Detector[] = [
  sqlDetector(
    'destructive.sql_drop',
    ['a statement that drops a table, database or other object', '`DROP TABLE users`'],
    drop,
  ),
  sqlDetector(
    'destructive.sql_truncate',
    ['a statement that empties a table', '`TRUNCATE TABLE orders`'],
    truncate,
  ),
  sqlDetector(
    'destructive.sql_delete_all',
    ['a `DELETE` without a condition that limits its rows', '`DELETE FROM users WHERE 1=1`'],
    deleteAll,
  ),
  sqlDetector(
    'destructive.sql_update_all',
    ['an `UPDATE` without a condition that limits its rows', '`UPDATE users SET admin = true`'],
    updateAll,
  ),
  detector(
    'destructive.nosql_drop',
    'high',
    TRAITS.shellWord,
    [
      'a command that empties a document or key-value database',
      '`db.dropDatabase()`, `FLUSHALL`, `deleteMany({})`',
    ],
    function* ({ text, field }) {
      for (const { 0: found, index } of matchesOf(NOSQL, text)) {
        // in prose a lower-case word is only talk
        if (/^flush/i.test(found) && field.isProse && found !== found.toUpperCase()) continue;
        yield { start: index, end: index + found.length };
      }
    },
  ),
];

const NOSQL =
  /(?<!\w)(?:dropDatabase\s?\(\s?\)|\.drop\s?\(\s?\)|(?:deleteMany|remove)\s?\(\s?\{\s?\}\s?\)|flush(?:all|db)(?!\w))/gi;
