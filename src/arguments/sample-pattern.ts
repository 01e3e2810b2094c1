/** Repetitions in addition to those that a pattern requires. The longer texts are for schemas with a `minLength`. */
const EXTRA = [0, 1, 2, 4, 8, 16, 32, 64];

/** How many alternatives of a group are tried. */
const MOST_CHOICES = 6;

/** The longest text that is generated: `(((a{999}){999}){999})` is a short pattern. */
const LONGEST = 10_000;

/** How deep groups may nest. */
const DEEPEST = 50;

/** Generates texts that a pattern may match. It knows only the common syntax, so the caller must check each text. */
export function* textsOfPattern(source: string, least = 0): Generator<string> {
  for (const extra of least > 64 ? [...EXTRA, least] : EXTRA) {
    for (let choice = 0; choice < MOST_CHOICES; choice++) {
      const text = new PatternText(source, extra, choice).write();
      if (text !== undefined) yield text;
    }
  }
}

const CLASSES: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
/** The characters that are tried for a negated set. */
const ANY = 'a0A-_ .b/@';

/** Reads a pattern from left to right and writes one text that matches it. */
class PatternText {
  readonly #source: string;
  readonly #extra: number;
  readonly #choice: number;
  #at = 0;
  #depth = 0;

  constructor(source: string, extra: number, choice: number) {
    this.#source = source;
    this.#extra = extra;
    this.#choice = choice;
  }

  /** Returns the text. Undefined when the pattern cannot be parsed, or the text is too long. */
  write(): string | undefined {
    const text = this.#alternatives();
    return this.#at >= this.#source.length && text.length <= LONGEST ? text : undefined;
  }

  #alternatives(): string {
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    return branches[this.#choice % branches.length] as string;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && !/[|)]/.test(this.#peek()) && text.length <= LONGEST) {
      text += this.#repeated(this.#atom());
    }
    return text;
  }

  #atom(): string {
    const char = this.#next();
    if (char === '^' || char === '$') return '';
    if (char === '.') return 'a';
    if (char === '[') return this.#set();
    if (char === '\\') return this.#escape();
    if (char !== '(') return char;
    // flags, names and look-around are skipped: the caller checks the text
    const [opening = ''] = /^\?(?:[:=!]|<[=!]|P?<\w+>|[a-z-]*:?)?/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += opening.length;
    if (++this.#depth > DEEPEST) {
      this.#at = Number.NaN;
      return '';
    }
    const inside = this.#alternatives();
    this.#depth -= 1;
    this.#take(')');
    return /[=!]$/.test(opening) ? '' : inside;
  }

  #repeated(atom: string): string {
    const rest = this.#source.slice(this.#at, this.#at + 24);
    const [written, sign, low, comma, high] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})[?+]?/.exec(rest) ?? [];
    if (written === undefined) return atom;
    this.#at += written.length;
    const least = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    const bounded =
      sign === '?' ? 1 : comma === undefined && sign === undefined ? least : Number(high || Infinity);
    const most = Number.isNaN(bounded) ? Number.POSITIVE_INFINITY : bounded;
    const count = Math.min(least + this.#extra, most);
    return atom.length * count > LONGEST ? 'a'.repeat(LONGEST + 1) : atom.repeat(count);
  }

  #set(): string {
    const negated = this.#take('^');
    const ranges: [string, string][] = [];
    let first = true;
    while (this.#at < this.#source.length && (first || this.#peek() !== ']')) {
      first = false;
      const from = this.#member();
      const isRange = this.#peek() === '-' && this.#source[this.#at + 1] !== ']';
      if (isRange) this.#at += 1;
      ranges.push([from, isRange ? this.#member() : from]);
    }
    this.#take(']');
    if (!negated) return ranges[this.#choice % ranges.length]?.[0] ?? '';
    return [...ANY].find((char) => ranges.every(([low, high]) => char < low || char > high)) ?? 'z';
  }

  #member(): string {
    const posix = /^\[:(\w+):\]/.exec(this.#source.slice(this.#at, this.#at + 12));
    if (posix) {
      this.#at += posix[0].length;
      return posix[1] === 'digit' ? '0' : 'a';
    }
    const char = this.#next();
    return char === '\\' ? this.#escape() : char;
  }

  #escape(): string {
    const char = this.#next();
    if (char === 'b' || char === 'B' || char === 'A' || char === 'z') return '';
    const code = /^(?:x\{([0-9a-f]+)\}|x([0-9a-f]{2})|u\{([0-9a-f]+)\}|u([0-9a-f]{4}))/i.exec(
      char + this.#source.slice(this.#at, this.#at + 10),
    );
    if (code) {
      this.#at += code[0].length - 1;
      const point = Number.parseInt(code.slice(1).find((each) => each !== undefined) ?? '', 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    }
    if (char === 'p' || char === 'P') {
      const [name = ''] = /^(\{\^?\w+\}|\w)/.exec(this.#source.slice(this.#at)) ?? [];
      this.#at += name.length;
      if (char === 'P') return '-';
      return name.includes('N') ? '0' : name.includes('Lu') ? 'A' : 'a';
    }
    return CLASSES[char] ?? CONTROLS[char] ?? char;
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0xfffd);
    this.#at += char.length;
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}
