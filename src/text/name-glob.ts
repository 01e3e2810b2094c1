/**
 * Whether a glob matches a whole name. `*` stands for any text, also with `/`, and `?` for one character. Takes at most the
 * product of both lengths, whatever the glob.
 */
export function matchesName(glob: string, name: string): boolean {
  let [at, inName] = [0, 0];
  let star = -1;
  let resume = 0;
  while (inName < name.length) {
    const char = glob[at];
    if (char === '*') {
      star = at;
      resume = inName;
      at += 1;
    } else if (char === '?' || char === name[inName]) {
      at += 1;
      inName += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      inName = resume;
    } else return false;
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}
