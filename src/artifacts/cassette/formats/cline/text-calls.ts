/** A call that the agent wrote as text. */
export interface TextCall {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

/** The begin of a call: a tag with the name of a tool on a line of its own, and the tag of its first parameter. */
const BEGIN = /^<([a-z]\w*)>\s*(?=<[a-z]\w*>)/gm;

/** A parameter, from the end of the one before it. */
const PARAMETER = /\s*<([a-z]\w*)>/y;

/** What follows the end of a parameter. */
const AFTER = /\s*(?:<[a-z]\w*>|$)/y;

/**
 * Finds the calls in a text of the agent, which models without tools of their own write as
 * `<read_file>\n<path>a.txt</path>\n</read_file>`.
 * @param names the tools that have answered in this task; others count if their name has a `_`, as those of the programs have
 */
export function callsInText(text: string, names: ReadonlySet<string>): TextCall[] {
  const calls: TextCall[] = [];
  let from = 0;
  for (const { 0: begin, 1: name = '', index } of text.matchAll(BEGIN)) {
    if (index < from || !(name.includes('_') || names.has(name))) continue;
    const bodyAt = index + begin.length;
    const end = text.indexOf(`</${name}>`, bodyAt);
    const body = text.slice(bodyAt, end === -1 ? undefined : end);
    calls.push({ name, input: parametersIn(body) });
    if (end === -1) break;
    from = end;
  }
  return calls;
}

function parametersIn(body: string): Record<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  for (;;) {
    PARAMETER.lastIndex = at;
    const [whole, name] = PARAMETER.exec(body) ?? [];
    if (whole === undefined || name === undefined) break;
    const from = at + whole.length;
    const closing = `</${name}>`;
    // a value may hold its own closing tag: the one before another parameter counts
    let end = body.indexOf(closing, from);
    while (end !== -1 && !isFollowed(body, end + closing.length)) end = body.indexOf(closing, end + 1);
    found.set(name, body.slice(from, end === -1 ? undefined : end).replace(/^\n|\n$/g, ''));
    if (end === -1) break;
    at = end + closing.length;
  }
  return Object.fromEntries(found);
}

function isFollowed(body: string, at: number): boolean {
  AFTER.lastIndex = at;
  return AFTER.test(body);
}
