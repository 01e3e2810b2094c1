import { append } from '../../../values/append.ts';
import { programName } from './command-words.ts';

/** How a program that starts packages is told which one, and what a fixed version looks like. */
interface Runner {
  /** The words that name the action, after flags: `dlx` of `pnpm dlx`. Any of these. */
  readonly actions: readonly string[];
  /** Flags whose value is the package, in place of the first word. */
  readonly packageFlags: readonly string[];
  /** Flags whose value is one more package. */
  readonly extraFlags: readonly string[];
  /** Whether the first word that is no flag is the package. */
  readonly isFirstWord: boolean;
  /** Flags that mean that nothing is fetched. */
  readonly localFlags: readonly string[];
  /** Whether a flag takes the next word as its value. */
  readonly takesValue: (flag: string) => boolean;
  readonly isPinned: (name: string) => boolean;
}

const COMMIT = /^[0-9a-f]{40}$/;

/** Returns what stands after the last mark in a name: all of it if there is no mark. */
function after(name: string, mark: string): string {
  const at = name.lastIndexOf(mark);
  return at === -1 ? name : name.slice(at + mark.length);
}

const isLocal = (name: string) => /^(?:\.{0,2}[\\/]|\.{1,2}$|~|file:|[A-Za-z]:[\\/])/.test(name);

/** A name is pinned if it ends with a whole version: `@scope/name@1.2.3`. A range, a tag or a page of the web is none. */
const npm = (name: string) =>
  isLocal(name) ||
  COMMIT.test(after(name, '#')) ||
  (!/^https?:/i.test(name) && /^v?\d+\.\d+\.\d[\w.+-]*$/.test(after(name.slice(1), '@')));
const pip = (name: string) =>
  isLocal(name) ||
  /^[\w.+!-]*\d$/.test(exactly(name)) ||
  /^v?\d+\.\d[\w.+!-]*$/.test(after(name, '@')) ||
  COMMIT.test(after(name, '@'));
const exactly = (name: string) => (name.includes('==') ? after(name, '==') : '');
const image = (name: string) =>
  /@sha256:[0-9a-f]{64}$/.test(name) || /^v?\d+\.\d[\w.-]*$/.test(after(name, ':'));
const deno = (name: string) =>
  !/^(?:npm|jsr|https?):/.test(name) || /@v?\d+\.\d+\.\d[\w.+-]*(?:$|\/)/.test(name);
/** Without a version, the module file decides. */
const go = (name: string) => !name.includes('@') || /@v\d+\.\d+\.\d[\w.+-]*$/.test(name);

const oneOf = (flags: string) => {
  const known = new Set(flags.split(' '));
  return (flag: string) => known.has(flag);
};

const NPX: Runner = {
  actions: [],
  packageFlags: ['-p', '--package'],
  extraFlags: [],
  isFirstWord: true,
  localFlags: ['--no-install', '--no', '--offline'],
  takesValue: oneOf(
    '-c --call --registry --cache -w --workspace --prefix -C --dir --userconfig --loglevel --shell',
  ),
  isPinned: npm,
};
const UVX: Runner = {
  actions: [],
  packageFlags: ['--from'],
  extraFlags: ['--with', '-w'],
  isFirstWord: true,
  localFlags: ['--offline'],
  takesValue: oneOf(
    '--python -p --index-url -i --index --default-index --extra-index-url --refresh-package --directory --project ' +
      '--with-requirements --with-editable --env-file --find-links -f --constraints -c --overrides --cache-dir --config-file',
  ),
  isPinned: pip,
};

/** Flags of `docker run` that stand alone; all others take a value. */
const DOCKER_SWITCHES =
  /^(?:-[dDitPq]+|--(?:detach|interactive|tty|init|rm|privileged|read-only|publish-all|no-healthcheck|oom-kill-disable|sig-proxy|quiet|disable-content-trust|debug|tls|tlsverify|help|use-api-socket|replace|rmi|env-host|http-proxy|no-hosts|no-hostname|tls-verify|remote))$/;
/** `-p80:80`, `-eA=b`: short flags with their value in the same word. */
const ATTACHED = /^-[ditPq]{0,5}[aceuvwplmhH].+/;

const DOCKER: Runner = {
  actions: ['run', 'container run', 'create', 'container create'],
  packageFlags: [],
  extraFlags: [],
  isFirstWord: true,
  localFlags: [],
  takesValue: (flag) => !DOCKER_SWITCHES.test(flag) && !ATTACHED.test(flag),
  isPinned: image,
};

const npmLike = (...actions: string[]): Runner => ({ ...NPX, actions });

const RUNNERS: Readonly<Record<string, readonly Runner[]>> = {
  npx: [NPX],
  bunx: [NPX],
  pnpx: [NPX],
  npm: [npmLike('exec', 'x', 'init', 'create')],
  pnpm: [npmLike('dlx', 'create')],
  yarn: [npmLike('dlx', 'create')],
  bun: [npmLike('x', 'create')],
  uvx: [UVX],
  uv: [
    { ...UVX, actions: ['tool run'] },
    { ...UVX, actions: ['run'], packageFlags: [], isFirstWord: false },
  ],
  pipx: [{ ...UVX, actions: ['run'], packageFlags: ['--spec'] }],
  docker: [DOCKER],
  podman: [DOCKER],
  nerdctl: [DOCKER],
  deno: [
    {
      ...NPX,
      actions: ['run'],
      packageFlags: [],
      takesValue: oneOf('-c --config --import-map --lock -L'),
      isPinned: deno,
    },
  ],
  go: [
    { ...NPX, actions: ['run'], packageFlags: [], takesValue: oneOf('-C -mod -modfile -tags'), isPinned: go },
  ],
};

/** Returns the packages that a program fetches and starts without a fixed version. */
export function unpinnedPackages(program: string, args: readonly string[]): string[] {
  const name = programName(program);
  const runners = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  for (const runner of runners ?? []) {
    const rest = afterAction(args, runner);
    if (rest !== undefined) return packagesIn(rest, runner).filter((each) => !runner.isPinned(each));
  }
  return [];
}

/** Returns what follows the action, with the flags before it; undefined if the action is another one. */
function afterAction(
  args: readonly string[],
  { actions, takesValue }: Runner,
): readonly string[] | undefined {
  if (actions.length === 0) return args;
  const before: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (!word.startsWith('-')) {
      const action = actions
        .map((each) => each.split(' '))
        .find((each) => each.every((part, index) => args[at + index] === part));
      return action && [...before, ...args.slice(at + action.length)];
    }
    before.push(word);
    if (takesValue(word)) before.push(args[++at] ?? '');
  }
  return undefined;
}

function packagesIn(args: readonly string[], runner: Runner): string[] {
  const { packageFlags, extraFlags, isFirstWord, localFlags, takesValue } = runner;
  const packages: string[] = [];
  const extra: string[] = [];
  let first: string | undefined;
  for (let at = 0; at < args.length && first === undefined; at++) {
    const word = args[at] as string;
    const [flag = '', given] = word.split(/=(.*)/s, 2);
    if (localFlags.includes(word)) return [];
    if (packageFlags.includes(flag)) packages.push(given ?? args[++at] ?? '');
    // one flag may name several
    else if (extraFlags.includes(flag)) append(extra, (given ?? args[++at] ?? '').split(','));
    else if (word === '--') first = args[at + 1] ?? '';
    else if (!word.startsWith('-')) first = word;
    else if (given === undefined && takesValue(word)) at++;
  }
  const started = packages.length > 0 ? packages : isFirstWord && first !== undefined ? [first] : [];
  return [...started, ...extra].filter((each) => each !== '');
}
