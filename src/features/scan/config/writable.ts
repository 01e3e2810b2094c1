import { isObject, own } from '../../../values/own-property.ts';
import { programName, type Started } from './command-words.ts';

const WRITABLE =
  /^(?:\/(?:private\/)?(?:tmp|var\/tmp|dev\/shm)(?:\/|$)|[A-Za-z]:\/(?:Windows\/Temp|Temp|Users\/Public)(?:\/|$)|%(?:TEMP|TMP|PUBLIC)%|\$(?:\{)?TMPDIR)/i;

/** An argument that is a script, not data. */
const SCRIPT = /\.(?:[cm]?[jt]s|py|rb|sh|exe|bat|cmd|ps1|jar|php|pl)$/i;

/** Programs whose first argument is the script that they run. */
const INTERPRETERS =
  /^(?:node|deno|bun|tsx|python[\d.]*|ruby|perl|php|java|(?:ba|z|da|a|k)?sh|fish|pwsh|powershell)$/;

/** Flags whose value is code, or a folder with code. */
const CODE_FLAGS = new Set(
  '-r --require --import --loader --experimental-loader -jar --directory --project --prefix --cwd --rootdir --preload'.split(
    ' ',
  ),
);

/** Variables that make a program load code. */
const CODE_VARIABLES =
  'NODE_OPTIONS NODE_PATH LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP RUBYOPT PERL5OPT PATH'.split(
    ' ',
  );

type Members = Readonly<Record<string, unknown>>;

/** Returns what a server starts or loads from a folder in which every user can write. */
export function fromWritableFolder(server: Members, started: readonly Started[]): string | undefined {
  for (const each of started) {
    const found = codeOf(each).find(isWritable);
    if (found !== undefined) return found;
  }
  const env = own(server, 'env');
  for (const name of CODE_VARIABLES) {
    const value = isObject(env) ? own(env, name) : undefined;
    const found = typeof value === 'string' ? value.split(/[\s=:;,]+/).find(isWritable) : undefined;
    if (found !== undefined) return `${name}: ${found}`;
  }
  const cwd = own(server, 'cwd');
  const isRelative = started.some((each) =>
    codeOf(each).some((word) => /^\.{1,2}[\\/]/.test(word) || SCRIPT.test(word)),
  );
  return typeof cwd === 'string' && isWritable(cwd) && isRelative ? cwd : undefined;
}

/** Returns the words of a command that are code: the program, scripts, and the values of flags that load code. */
function codeOf({ program, args }: Started): string[] {
  const words = args.map(({ text }) => text);
  const isInterpreter = INTERPRETERS.test(programName(program));
  const first = isInterpreter ? words.find((word) => !word.startsWith('-')) : undefined;
  const named = words.flatMap((word, index) => {
    const [flag = '', given] = word.split(/=(.*)/s, 2);
    if (!CODE_FLAGS.has(flag)) return [];
    return [given ?? words[index + 1] ?? ''];
  });
  return [
    program,
    ...(first === undefined ? [] : [first]),
    ...words.filter((word) => SCRIPT.test(word)),
    ...named,
  ];
}

function isWritable(path: string): boolean {
  return WRITABLE.test(resolved(path));
}

/** Returns a path without its detours: `/usr/../tmp//srv` is `/tmp/srv`. */
function resolved(path: string): string {
  const steps: string[] = [];
  for (const step of path
    .trim()
    .replace(/^file:\/\//i, '')
    .split(/[\\/]+/)) {
    if (step === '..' && steps.length > 1) steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
