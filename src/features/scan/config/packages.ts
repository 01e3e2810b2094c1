/** How a program that starts packages is told which one, and what a fixed version looks like. */
interface Runner {
  /** The words before the package that name the action: `dlx` of `pnpm dlx`. */
  readonly action: readonly string[];
  /** Flags whose value is the package. */
  readonly packageFlags: readonly string[];
  /** Flags that take another value. */
  readonly valueFlags: readonly string[];
  readonly isPinned: (name: string) => boolean;
}

/** A name is pinned if it ends with a whole version: `@scope/name@1.2.3`. A range or a tag is none. */
const npm = (name: string) =>
  /^(?:\.{0,2}\/|file:|[A-Za-z]:)/.test(name) ||
  /^v?\d+\.\d+\.\d[\w.+-]*$/.test(after(name.slice(1), '@')) ||
  COMMIT.test(after(name, '#'));
const pip = (name: string) =>
  /^\.{0,2}\//.test(name) ||
  /^v?\d+\.\d[\w.+!-]*$/.test(after(after(name, '=='), '@')) ||
  COMMIT.test(after(name, '@'));
const image = (name: string) =>
  /@sha256:[0-9a-f]{64}$/.test(name) || /^v?\d+\.\d[\w.-]*$/.test(after(name, ':'));

const COMMIT = /^[0-9a-f]{40}$/;

/** Returns what stands after the last mark in a name: all of it if there is no mark. */
function after(name: string, mark: string): string {
  const at = name.lastIndexOf(mark);
  return at === -1 ? name : name.slice(at + mark.length);
}

const NPX: Runner = {
  action: [],
  packageFlags: ['-p', '--package'],
  valueFlags: ['-c', '--call', '--registry', '--cache', '-w', '--workspace'],
  isPinned: npm,
};
const UVX: Runner = {
  action: [],
  packageFlags: ['--from'],
  valueFlags: [
    '--with',
    '--python',
    '-p',
    '--index-url',
    '--index',
    '--extra-index-url',
    '--refresh-package',
    '--directory',
  ],
  isPinned: pip,
};

const RUNNERS: Readonly<Record<string, readonly Runner[]>> = {
  npx: [NPX],
  bunx: [NPX],
  pnpx: [NPX],
  npm: [
    { ...NPX, action: ['exec'] },
    { ...NPX, action: ['x'] },
  ],
  pnpm: [{ ...NPX, action: ['dlx'] }],
  yarn: [{ ...NPX, action: ['dlx'] }],
  bun: [{ ...NPX, action: ['x'] }],
  uvx: [UVX],
  uv: [{ ...UVX, action: ['tool', 'run'] }],
  pipx: [{ ...UVX, action: ['run'], packageFlags: ['--spec'] }],
  docker: [
    {
      action: ['run'],
      packageFlags: [],
      valueFlags:
        '-e --env -v --volume --mount --name --network --net -p --publish -u --user -w --workdir --env-file --entrypoint --add-host -l --label --platform -m --memory --cpus -h --hostname --pull'.split(
          ' ',
        ),
      isPinned: image,
    },
  ],
};

/** Returns the name of a program without its folder and its ending. */
export function programName(command: string): string {
  const name = command.trim();
  return name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
    .toLowerCase();
}

/** Returns the package that a command starts without a fixed version; undefined if there is none. */
export function unpinnedPackage(command: string, args: readonly string[]): string | undefined {
  // Windows starts it so: cmd /c npx …
  if (/^(?:cmd|env)$/.test(programName(command))) {
    const rest = args.filter((word) => !/^\/[a-z]$/i.test(word) && !/^\w+=/.test(word));
    return rest.length === 0 ? undefined : unpinnedPackage(rest[0] as string, rest.slice(1));
  }
  const name = programName(command);
  const runners = Object.hasOwn(RUNNERS, name === 'podman' ? 'docker' : name)
    ? RUNNERS[name === 'podman' ? 'docker' : name]
    : undefined;
  for (const runner of runners ?? []) {
    const { action } = runner;
    if (action.some((word, index) => args[index] !== word)) continue;
    const found = packageIn(args.slice(action.length), runner);
    if (found !== undefined) return runner.isPinned(found) ? undefined : found;
  }
  return undefined;
}

function packageIn(args: readonly string[], { packageFlags, valueFlags }: Runner): string | undefined {
  let first: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    const [flag = '', given] = word.split(/=(.*)/s, 2);
    if (packageFlags.includes(flag)) return given ?? args[at + 1];
    if (valueFlags.includes(word)) at++;
    else if (!word.startsWith('-')) {
      first ??= word;
      break;
    }
  }
  return first;
}
