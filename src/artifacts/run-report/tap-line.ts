/** A line of a TAP stream, without its indentation. A line that is not TAP is `other`: programs print between tests. */
export type TapLine =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'plan'; readonly count: number }
  | TapPoint
  | { readonly kind: 'bail-out'; readonly reason: string }
  | { readonly kind: 'pragma'; readonly strict: boolean | undefined }
  | { readonly kind: 'open' | 'close' | 'comment' | 'other' };

/** A test line: `not ok 2 - adds up # TODO later`. */
export interface TapPoint {
  readonly kind: 'point';
  readonly isOk: boolean;
  readonly id: number | undefined;
  readonly name: string;
  readonly directive: 'skip' | 'todo' | undefined;
  /** Set for `skip 3 name`, as testem writes it: other programs print such lines as output. */
  readonly isLoose?: true;
  /** Whether it ends in ` {`: a subtest in braces may follow. */
  readonly opens: boolean;
}

const VERSION = /^TAP version (\d+)\s*$/i;
const PLAN = /^1\.\.(\d+)\s*(?:#.*)?$/;
// `not ok` counts whatever follows it; `ok` must be a word of its own
const POINT = /^(not\s+ok\b|ok(?=\s|$))/;
const LOOSE = /^(skip|todo)\s+(\d+)\s(.*)$/s;
const ID = /^\s+(\d+)(?=\s|$)/;
const DIRECTIVE = /(?:^|\s)#\s*(?:(skip)|todo(?=\s|$))/i;
// the time that a test took is not part of its name
const TIME = /\s# time=[\d.]+m?s(?: \{)?$/;
const BAIL_OUT = /^Bail out!(.*)$/i;
const PRAGMA = /^pragma\s+[+-]\w/;
const STRICT = /^pragma\s+([+-])strict\s*$/;

/** Parses one line, without indentation and line end, by the specifications of TAP 13 and TAP 14. */
export function parseTapLine(line: string): TapLine {
  switch (line.charAt(0)) {
    case 'o':
    case 'n':
      return parsePoint(line) ?? { kind: 'other' };
    case '1': {
      const plan = PLAN.exec(line);
      return plan ? { kind: 'plan', count: Number(plan[1]) } : { kind: 'other' };
    }
    case '#':
    case '':
      return { kind: 'comment' };
    case '{':
      return { kind: line === '{' ? 'open' : 'other' };
    case '}':
      return { kind: line === '}' ? 'close' : 'other' };
    case 'p':
      return parsePragma(line);
  }
  const version = VERSION.exec(line);
  if (version) return { kind: 'version', version: Number(version[1]) };
  const loose = parseLoosePoint(line);
  if (loose) return loose;
  const bailOut = BAIL_OUT.exec(line);
  return bailOut ? { kind: 'bail-out', reason: bailOut[1]?.trim() ?? '' } : { kind: 'other' };
}

function parsePoint(line: string): TapPoint | undefined {
  const verdict = POINT.exec(line)?.[0];
  if (verdict === undefined) return undefined;
  const id = ID.exec(line.slice(verdict.length));
  const rest = line.slice(verdict.length + (id?.[0].length ?? 0));
  const directive = DIRECTIVE.exec(rest);
  const opens = /\s\{$/.test(rest);
  const name = rest.slice(0, directive?.index ?? TIME.exec(rest)?.index ?? (opens ? -2 : undefined));
  return {
    kind: 'point',
    isOk: verdict === 'ok',
    id: id ? Number(id[1]) : undefined,
    name: name.replace(/^\s*-?\s*/, '').trimEnd(),
    directive: directive ? (directive[1] ? 'skip' : 'todo') : undefined,
    opens,
  };
}

function parseLoosePoint(line: string): TapPoint | undefined {
  const match = LOOSE.exec(line);
  if (!match) return undefined;
  const [, directive, id, rest = ''] = match;
  return {
    kind: 'point',
    isOk: true,
    id: Number(id),
    name: rest.replace(/^\s*-\s/, '').trimStart(),
    directive: directive as 'skip' | 'todo',
    opens: false,
    isLoose: true,
  };
}

function parsePragma(line: string): TapLine {
  if (!PRAGMA.test(line)) return { kind: 'other' };
  const strict = STRICT.exec(line);
  return { kind: 'pragma', strict: strict ? strict[1] === '+' : undefined };
}
