const WORD = /(?:([\w@%+=:,./#~?^-]+)|'([^']*)'|"([^"$`\\]*)")(?=\s|$)/y;
const GAP = /(?:\s|\\\n)+/y;

/** Splits a command line like a shell: it supports quotes, and a backslash at the end of a line, but nothing else. */
export function words(line: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < line.length; at = Math.max(WORD.lastIndex, GAP.lastIndex)) {
    WORD.lastIndex = GAP.lastIndex = at;
    const word = WORD.exec(line);
    if (word) found.push(word[1] ?? word[2] ?? word[3] ?? '');
    else if (!GAP.test(line)) throw new Error(`\`${line.slice(at)}\` is more shell than the docs can run`);
  }
  return found;
}
