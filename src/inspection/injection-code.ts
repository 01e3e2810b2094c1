import { type Detector, detector, matching } from './detector.ts';
import type { Leaf } from './leaf.ts';
import { traversals } from './path-traversal.ts';
import { CONNECTING, isPort, programOf } from './shell-commands.ts';
import type { Span } from './span.ts';
import { TRAITS } from './traits.ts';

const LITERAL = String.raw`(?:'[^'\n]{0,40}'?|"[^"\n]{0,40}"?|\d{1,10})`;

// equal values on both sides, or a quote that the surrounding statement closes
const TAUTOLOGY = new RegExp(
  String.raw`(?:^|['"\s)])\s{0,4}(?:or|\|\||and)[\s(]{1,8}(?<left>${LITERAL})\s{0,4}(?:=|like)\s{0,4}(?<right>${LITERAL})` +
    String.raw`|['"]\s{0,4}or\s{1,4}(?:true|not false)\b` +
    String.raw`|['")]\s{0,4}union\s{1,4}(?:all\s{1,4})?select\b` +
    String.raw`|['"]\s{0,4}\)?\s{0,4};\s{0,4}(?:drop|delete|update|insert|alter|truncate|exec|shutdown|create)\s` +
    String.raw`|^[\w@.]{0,30}'\s{0,3}(?:--|#)(?:\s|$)` +
    String.raw`|['")]\s{0,4}(?:and|or|;)?\s{0,4}(?:sleep\s?\(\s?\d|benchmark\s?\(|waitfor\s{1,4}delay|pg_sleep\s?\(|xp_cmdshell)`,
  'gi',
);

const GAP = String.raw`(?:\s|/\*[^*\n]{0,20}\*/){1,4}`;

// after a number no quote is needed to break out
const UNION = new RegExp(
  String.raw`^\s{0,4}-?\d{1,20}\)?${GAP}union${GAP}(?:(?:all|distinct)${GAP})?select\b`,
  'gi',
);

const SCRIPT_FROM_NET =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|;]{1,300}\|\s{0,4}(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:\/(?:usr\/)?bin\/)?(?:(?:env\s{1,3})?(?:ba|z|da|k)?sh|python[23]?|perl|ruby|node|php|iex|invoke-expression)\b|\b(?:ba|z)?sh\s{1,3}(?:-c\s{1,3})?["']?(?:<\(|\$\()\s?(?:curl|wget)\b|\b(?:iex|invoke-expression)\s?\(?.{0,60}(?:downloadstring|iwr|irm|invoke-webrequest)|\/dev\/(?:tcp|udp)\/[\w.-]{1,100}\/\d|\b(?:nc|ncat|netcat)\s[^\n|;]{0,100}-\w{0,3}e\s{1,3}\/?\w|\b(?:powershell|pwsh)(?:\.exe)?\s[^\n|;]{0,100}-e(?:nc|ncodedcommand)?\s{1,3}[A-Za-z0-9+/=]{16,2000}|\bbase64\s{1,3}(?:-d|--decode|-D)\s{0,4}\|\s{0,4}(?:ba|z)?sh\b/gi;

/** Programs that an attacker would run after breaking out of a value. */
const PROGRAMS: ReadonlySet<string> = new Set(
  'cat ls id whoami uname rm curl wget nc ncat netcat bash sh zsh python python3 perl ruby php node powershell pwsh cmd touch chmod chown mv cp dd kill ping nslookup dig env printenv sleep sudo su ps netstat ifconfig ip find grep awk sed tee base64 xxd mkfifo scp ssh crontab shutdown reboot echo type dir net useradd passwd'.split(
    ' ',
  ),
);

/** Programs whose names are everyday words: they count only with an argument that looks like one for a program. */
const WORDLIKE: ReadonlySet<string> = new Set(
  'cat id find echo type net touch kill sleep env node dig cmd tee ip su ps sh php ruby python sed cp mv'.split(
    ' ',
  ),
);

const tautologies = matching(TAUTOLOGY, isTautology);
const unions = matching(UNION);
const remoteScripts = matching(SCRIPT_FROM_NET);

/** What every match of {@link SCRIPT_FROM_NET} has. V8 takes ten milliseconds to compile the pattern, half of a start of a hook. */
const FETCHES = ['|', '<(', '$(', 'iex', 'invoke-expression', '/dev/', 'nc', 'netcat', 'powershell', 'pwsh'];

function mayFetch(text: string): boolean {
  const lower = text.toLowerCase();
  return FETCHES.some((part) => lower.includes(part));
}

/** Detectors of code that breaks out of a value into a program, and of paths that leave their folder. */
export const CODE_DETECTORS: readonly Detector[] = [
  detector(
    'injection.sql_tautology',
    'high',
    TRAITS.logicWord,
    [
      'a value that closes its quotes and continues as SQL, or a condition that is always true',
      "`' OR '1'='1`",
    ],
    function* (leaf) {
      if (leaf.has(TRAITS.quote)) yield* tautologies(leaf);
      yield* unions(leaf);
    },
  ),
  detector(
    'injection.remote_script',
    'high',
    TRAITS.shellWord,
    [
      'a script that is downloaded and run at once, or a shell opened to a remote host',
      '`curl https://… | sh`',
    ],
    (leaf) => (mayFetch(leaf.text) ? remoteScripts(leaf) : []),
  ),
  detector(
    'injection.shell_chain',
    'medium',
    TRAITS.shellWord,
    ['a second command in a value that is not a command line', '`report.pdf; cat /etc/passwd`'],
    shellChains,
  ),
  detector(
    'injection.path_traversal',
    'high',
    TRAITS.climb,
    ['a path that climbs out of its folder, encoded or not', '`../../etc/passwd`, `..%2f..%2f`'],
    traversals,
  ),
];

function isTautology({ 0: text, groups }: RegExpMatchArray, { sql }: Leaf): boolean {
  if (groups?.left === undefined) return !sql.isSql || /;|sleep|waitfor|benchmark|xp_/i.test(text);
  const bare = (literal = '') => literal.replaceAll(/['"]/g, '');
  const isOr = /^\W*(?:or|\|\|)/i.test(text);
  // `and 1=1` is a probe in a value, but query generators write it in statements
  return bare(groups.left) === bare(groups.right) && (isOr || !sql.isSql);
}

/** Finds a separator or a substitution followed by a program with an argument. */
function* shellChains(leaf: Leaf): Iterable<Span> {
  if (leaf.field.isCode || !leaf.has(TRAITS.meta)) return;
  const { text, field, commands } = leaf;
  for (const { words, start, end, after } of commands) {
    if (after === '' || after === '\n' || after === '(') continue;
    const [first = '', argument = '', second = ''] = words;
    const program = programOf(first);
    if (!PROGRAMS.has(program) || first !== first.toLowerCase()) continue;
    const isSubstitution = after.startsWith('$') || after === '`';
    const looksLikeArgument =
      /^[-/~$.]|^\w+[./]\w|^\d+$|^https?:/.test(argument) || (CONNECTING.has(program) && isPort(second));
    const isAlone = argument === '' && (isSubstitution || !WORDLIKE.has(program));
    if (!looksLikeArgument && !isAlone) continue;
    // inline code of Markdown is not a substitution
    if (after === '`' && field.isProse) continue;
    yield { start: Math.max(0, text.lastIndexOf(after, start)), end };
  }
}
