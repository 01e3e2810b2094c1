import {
  bareSegment,
  type KeySegment,
  type Path,
  type PathFault,
  type TemplatePath,
  type TemplateSegment,
} from './path.ts';

/** The most segments in a path. The value that a longer path creates would be nested too deep to walk. */
export const MOST_SEGMENTS = 500;

/**
 * Parses a path into plain data. Segments are separated by `.`; `\.` is a literal dot, `["any key"]` a quoted
 * segment, a decimal segment or `[3]` an index.
 * Spec (scenario worlds): "Dotted paths".
 */
export function parsePath(text: string): Path | PathFault {
  // without templates there are only key segments
  return parse(text, false) as Path | PathFault;
}

/**
 * Parses a path that may contain templates: `reservations.{reservation_id}.status`. A template may be part of a bare
 * segment. In a quoted segment braces have no meaning.
 * Spec (scenario worlds): "Path templates".
 */
export function parseTemplatePath(text: string): TemplatePath | PathFault {
  return parse(text, true);
}

/** Parses the path of `from_arg`: as {@link parsePath}, but `""` is the whole arguments object. */
export function parseArgumentPath(text: string): Path | PathFault {
  return text === '' ? [] : parsePath(text);
}

function parse(text: string, templates: boolean): TemplatePath | PathFault {
  if (text === '') return { offset: 0, message: 'the path is empty' };
  try {
    return new PathParser(text, templates).segments('');
  } catch (error) {
    if (error instanceof Stop) return error.fault;
    throw error;
  }
}

/** Stops the parser at a fault; never leaves this file. */
class Stop extends Error {
  readonly fault: PathFault;
  constructor(fault: PathFault) {
    super(fault.message);
    this.fault = fault;
  }
}

// characters that have a meaning somewhere in the grammar may be escaped everywhere
const ESCAPABLE = '.[]{}\\"';

class PathParser {
  readonly #text: string;
  readonly #templates: boolean;
  #at = 0;

  constructor(text: string, templates: boolean) {
    this.#text = text;
    this.#templates = templates;
  }

  /** Parses the segments up to the end of the text, or up to the `}` of their template. */
  segments(end: '' | '}'): TemplatePath {
    const path: (KeySegment | TemplateSegment)[] = [];
    for (;;) {
      if (this.#char() !== '[') path.push(this.#bare(end));
      while (this.#char() === '[') path.push(this.#bracket());
      if (path.length > MOST_SEGMENTS) this.#stop(this.#at, `more than ${MOST_SEGMENTS} segments`);
      if (this.#char() === end) return path;
      if (this.#char() === '') this.#stop(this.#at, 'the path ends inside a template', 'close it with `}`');
      if (this.#char() !== '.') this.#stop(this.#at, 'expected `.` or `[` after `]`');
      this.#at++;
    }
  }

  #bare(end: '' | '}'): KeySegment | TemplateSegment {
    const start = this.#at;
    const parts: (string | Path)[] = [];
    let literal = '';
    for (;;) {
      const char = this.#char();
      if (char === '' || char === '.' || char === '[' || char === end) break;
      if (char === '\\') {
        literal += this.#escape();
      } else if (char === '{' && this.#templates) {
        if (literal !== '') parts.push(literal);
        literal = '';
        parts.push(this.#template(end));
      } else if (char === ']' || (char === '}' && this.#templates)) {
        const opening = char === ']' ? '[' : '{';
        this.#stop(
          this.#at,
          `\`${char}\` without its \`${opening}\``,
          `write a literal one as \`\\${char}\``,
        );
      } else {
        literal += char;
        this.#at++;
      }
    }
    if (this.#at === start) this.#stop(start, 'found an empty segment', 'write an empty key as `[""]`');
    if (parts.length === 0) return bareSegment(literal);
    if (literal !== '') parts.push(literal);
    return { kind: 'template', parts };
  }

  #escape(): string {
    const char = this.#text.charAt(this.#at + 1);
    if (char === '' || !ESCAPABLE.includes(char)) {
      this.#stop(this.#at, `\`\\${char}\` is not an escape of a path`, 'write a literal backslash as `\\\\`');
    }
    this.#at += 2;
    return char;
  }

  #template(end: '' | '}'): Path {
    const start = this.#at++;
    if (end === '}') {
      this.#stop(start, 'found a template inside a template', 'write a literal brace as `\\{`');
    }
    if (this.#char() === '}') this.#stop(start, '`{}` does not name an argument', 'write `{argument}`');
    const path = this.segments('}') as Path;
    this.#at++;
    return path;
  }

  #bracket(): KeySegment {
    const start = this.#at++;
    const segment = this.#char() === '"' ? this.#quoted(start) : this.#index(start);
    if (this.#char() !== ']') this.#stop(start, '`[` without its `]`');
    this.#at++;
    return segment;
  }

  #quoted(start: number): KeySegment {
    const string = /"(?:[^"\\]|\\.)*"/sy;
    string.lastIndex = this.#at;
    const written = string.exec(this.#text)?.[0];
    if (written === undefined)
      this.#stop(start, 'the path ends inside a quoted segment', 'close it with `"]`');
    this.#at += written.length;
    try {
      return { kind: 'key', key: JSON.parse(written) as string };
    } catch {
      return this.#stop(start, `\`${written}\` is not a JSON string`, 'use JSON escapes in quoted segments');
    }
  }

  #index(start: number): KeySegment {
    const written = /[^\].[]*/y;
    written.lastIndex = this.#at;
    const text = written.exec(this.#text)?.[0] ?? '';
    const segment = bareSegment(text);
    if (segment.index === undefined) {
      const help = text.startsWith('{')
        ? `write a template as a segment of its own: \`.${text}\``
        : 'write `[0]` for an element, `["key"]` for a key';
      this.#stop(start, `\`[${text}]\` is not an index`, help);
    }
    this.#at += text.length;
    return segment;
  }

  #char(): string {
    return this.#text.charAt(this.#at);
  }

  #stop(offset: number, message: string, help?: string): never {
    throw new Stop({ offset, message, help });
  }
}
