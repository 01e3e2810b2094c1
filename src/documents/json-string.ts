import { Fault } from './json-fault.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns where the string ends that begins with the quote at `start`. @throws Fault when it is not one of JSON */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at + 1;
    if (char === BACKSLASH) at = endOfEscape(text, at);
    else if (char >= 0x20) at++;
    else if (at >= text.length) throw unended(text.length);
    else throw new Fault(at, 'a control character inside a string', 'write it as an escape such as \\n');
  }
}

/**
 * As {@link endOfString}, but looks at nothing between the quotes. The built-in search takes a tenth of the time of a loop over
 * the characters.
 */
export function endOfUncheckedString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) throw unended(text.length);
    let slashes = end;
    while (slashes > from && text.charCodeAt(slashes - 1) === BACKSLASH) slashes--;
    from = end + 1;
    // an even number of backslashes escape each other, and not the quote
    if ((end - slashes) % 2 === 0) return from;
  }
}

function endOfEscape(text: string, at: number): number {
  const char = text.charAt(at + 1);
  if (char !== '' && '"\\/bfnrt'.includes(char)) return at + 2;
  if (char === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) return at + 6;
  if (at + 1 >= text.length) throw unended(at);
  throw new Fault(at, `\`\\${char}\` is not a JSON escape`);
}

function unended(offset: number): Fault {
  return new Fault(offset, 'the file ends inside a string');
}

/** Returns the text of a string without escapes, which an unchecked one may fail to be. @throws Fault at `start` */
export function keyIn(written: string, start: number): string {
  if (!written.includes('\\')) return written.slice(1, -1);
  try {
    return JSON.parse(written) as string;
  } catch {
    throw new Fault(start, 'a key that is not a JSON string');
  }
}
