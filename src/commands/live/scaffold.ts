import type { StarterServer } from '../../artifacts/test-suite/model.ts';
import { writeTestSuite } from '../../artifacts/test-suite/write.ts';
import { InputError } from '../../errors.ts';
import { CallBudget } from '../../exec-policy/call-budget.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { parseMockFile } from '../../features/mock/mock-file.ts';
import { judgeProbe, runProbe } from '../../features/probe/run-probe.ts';
import { toCommentedSuite } from '../../features/probe/scaffold/commented-suite.ts';
import { Observer } from '../../features/probe/scaffold/observe.ts';
import { type Observation, scaffoldTools } from '../../features/probe/scaffold/scaffold.ts';
import type { OptionsOf } from '../../flags.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { type ProtocolChoice, readProtocol } from '../../mcp/protocol.ts';
import { nameOf, readTarget, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { formatScaffolded } from '../../report/probe/scaffold.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { Masker } from '../../values/masker.ts';
import { present } from '../../values/own-property.ts';
import { editorSchema, schemaNote } from '../editor-schema.ts';
import { warn } from '../output.ts';
import type { SCAFFOLD_FLAGS } from './flags.ts';
import { readPolicy, readTimeout, reconnectsOf } from './live-options.ts';
import { type LiveSession, toolsOf, withServer } from './live-session.ts';
import { planCalls } from './plan-calls.ts';
import { refuseTestless } from './refuse-testless.ts';

type ScaffoldOptions = OptionsOf<typeof SCAFFOLD_FLAGS>;

interface Seen {
  readonly server: StarterServer;
  readonly tools: readonly ListedTool[];
  readonly observed: ReadonlyMap<string, Observation>;
  /** The protocols to test, and the tools that only one of them lists. */
  readonly both?: { readonly protocols: readonly string[]; readonly onlyInOne: readonly string[] };
}

/** Runs `mcptest scaffold`: writes a first suite for the tools of a server. Calls tools only with `--observe`. */
export async function scaffold(
  command: readonly string[],
  options: ScaffoldOptions,
  ports: Ports,
): Promise<ExitCode> {
  const { out } = options;
  // checked before any server is started or tool called
  if (ports.files.realPath(out) !== null) {
    throw new InputError({
      file: out,
      message: 'already exists, and is left unchanged',
      help: 'pass another file with --out, or move this one elsewhere',
    });
  }
  const { server, tools, observed, both } =
    options.toolsFrom === undefined
      ? await fromServer(readTarget(command, options, ports), options, ports)
      : await fromFile(options.toolsFrom, command, options, ports);
  const scaffolds = await scaffoldTools(tools, readPolicy(options), observed);
  refuseTestless(scaffolds, both?.onlyInOne);
  const schema = editorSchema(out, 'test-suite.v1', ports.files);
  const suite = toCommentedSuite(server, scaffolds, schema);
  ports.files.writeNew(out, writeTestSuite({ ...suite, ...present({ protocols: both?.protocols }) }));
  const words = formatScaffolded(out, scaffolds, observed.size, both?.onlyInOne);
  ports.stdout.write(words + schemaNote(out, schema));
  return EXIT.accepted;
}

async function fromFile(
  file: string,
  command: readonly string[],
  { url, observe }: ScaffoldOptions,
  ports: Ports,
): Promise<Seen> {
  if (command.length > 0 || url !== undefined || observe) {
    const other = observe ? '--observe' : url === undefined ? 'a command' : '--url';
    throw new InputError({
      message: `--tools-from and ${other} contradict each other`,
      help: observe
        ? 'remove one of them: tools from a file cannot be called'
        : 'remove one of them: the tools come either from a file or from a server',
    });
  }
  if (file === '-') {
    throw new InputError({ message: '--tools-from must be a file: the suite refers to it as its server' });
  }
  // the suite starts a mock from this file as its server, so a file that `mock` would reject is rejected here
  const { tools, warnings } = await parseMockFile(ports.files.readText(file), file);
  warn(warnings, ports);
  const server = { command: 'mcptest', args: ['mock', '--tools-from', file] };
  return { server, tools, observed: new Map() };
}

async function fromServer(target: Target, options: ScaffoldOptions, ports: Ports): Promise<Seen> {
  const policy = readPolicy(options);
  const budget = new CallBudget(policy.maxCalls);
  const timeout = readTimeout(options);
  const chosen = readProtocol(options.protocol);
  const isBoth = chosen === 'both';
  const protocol = isBoth ? MODERN : chosen;
  const work = async (session: LiveSession) => {
    const tools = await toolsOf(session, target);
    const { connection, clock, signal } = session;
    if (!options.observe) return { tools, notes: connection.notes };
    const observer = new Observer(connection.callTool);
    const to = {
      call: observer.call,
      isHttp: target.kind === 'http',
      isOpen: () => connection.isOpen && !signal.aborted,
    };
    const task = { tools, names: [], own: new Map(), policy };
    const plans = await planCalls(task, ports.planner, timeout, session);
    const calls = await runProbe(plans, policy, to, clock, budget);
    return { tools, notes: connection.notes, observer, calls };
  };
  const { tools, notes, observer, calls } = await withServer(
    target,
    { timeout, protocol, reconnects: reconnectsOf(policy, budget) },
    ports,
    work,
  );
  // the answers of the happy paths, as a probe judges them
  const observed = observer?.observations(await judgeProbe(calls)) ?? new Map();
  const masker = new Masker(headerSecrets(target));
  ports.stderr.write(notes.map((note) => `note: ${escapeForTerminal(masker.text(note))}\n`).join(''));
  const masked = masker.value({ tools, observed: [...observed] });
  const seen = { server: toStarterServer(target), tools: masked.tools, observed: new Map(masked.observed) };
  return isBoth ? inBoth(seen, await legacyNames(target, timeout, ports)) : seen;
}

const MODERN: ProtocolChoice = { kind: 'era', era: 'modern' };
const LEGACY: ProtocolChoice = { kind: 'era', era: 'legacy' };

/** Returns the names of the tools that a server lists in the legacy protocol. Calls none. */
async function legacyNames(target: Target, timeout: number, ports: Ports): Promise<readonly string[]> {
  const tools = await withServer(target, { timeout, protocol: LEGACY }, ports, (session) =>
    toolsOf(session, target),
  );
  return tools.map(({ name }) => name);
}

/** A test of a suite runs in both protocols, so only tools that are listed in both get one. */
function inBoth(seen: Seen, legacy: readonly string[]): Seen {
  const modern = new Set(seen.tools.map(({ name }) => name));
  const onlyInOne = [
    ...seen.tools.flatMap(({ name }) => (legacy.includes(name) ? [] : [`${name} (modern)`])),
    ...legacy.flatMap((name) => (modern.has(name) ? [] : [`${name} (legacy)`])),
  ];
  const tools = seen.tools.filter(({ name }) => legacy.includes(name));
  return { ...seen, tools, both: { protocols: ['legacy', 'modern'], onlyInOne } };
}

/**
 * Returns the server of a first suite: the target of the command. Headers that came from the environment are named there,
 * others are left out: their values may be secret.
 */
export function toStarterServer(target: Target): StarterServer {
  if (target.kind === 'http') {
    const { variables = [] } = target;
    const bearer = variables.find(({ isBearer }) => isBearer);
    const others = variables.filter(({ isBearer }) => !isBearer);
    return {
      url: nameOf(target),
      ...present({
        headers:
          others.length > 0
            ? Object.fromEntries(others.map(({ header, name }) => [header, { from_env: name }]))
            : undefined,
        auth: bearer && { bearer_env: bearer.name },
      }),
    };
  }
  const { command, args } = target;
  return args.length > 0 ? { command, args } : { command };
}
