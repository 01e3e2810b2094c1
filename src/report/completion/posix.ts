import type { Lookups, Offered } from './lookups.ts';
import { quoted } from './quoted.ts';

/** What bash and zsh write each in their own way. */
export interface Dialect {
  /** The first lines, which say how the script is loaded. */
  readonly head: string;
  /** Assigns `commands` and `flags`, with the blanks around. */
  readonly assign: (offered: Offered) => string;
  /** Writes a value of several words. */
  readonly list: (words: readonly string[]) => string;
  /** The function that completes a line, with the two that look up. */
  readonly walk: string;
}

/** Formats the script for a shell with `case` and functions in the way of POSIX. */
export function formatPosix({ offers, values }: Lookups, { head, assign, list, walk }: Dialect): string {
  const offered = offers.map(
    (row) => `    ${quoted(row.path)})${assign(row)}takes=${row.takes} values=${list(row.words)} ;;\n`,
  );
  const valued = values.map(
    ({ flags, takes, words }) =>
      `    (${flags.map(quoted).join('|')})\n      takes=${takes} values=${list(words)} ;;\n`,
  );
  return `${head}
# sets what comes after a command: commands, flags, takes, values
_mcptest_offers() {
  case $1 in
${offered.join('')}  esac
}

# sets what the value of a flag of a command is: takes, values; fails for a switch
_mcptest_values() {
  case "$1 $2" in
${valued.join('')}    (*) return 1 ;;
  esac
}
${walk}`;
}
