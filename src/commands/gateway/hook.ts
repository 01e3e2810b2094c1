import { InputError, messageOf } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { answered, decideHook } from '../../features/gateway/enforce/hooks/decide-hook.ts';
import type {
  HookAdapter,
  HookAnswer,
  HookCall,
  KnownServers,
} from '../../features/gateway/enforce/hooks/hook.ts';
import { HOOKS } from '../../features/gateway/enforce/hooks/hooks.ts';
import { decodeInput, LARGEST_INPUT, objectIn } from '../../features/gateway/enforce/hooks/read-input.ts';
import type { OptionsOf } from '../../flags.ts';
import type { AuditFile, Ports, Received } from '../../ports.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { readSystemTime } from '../../time/clock.ts';
import { type Duration, readDuration } from '../../time/duration.ts';
import type { HOOK_FLAGS } from './enforce-flags.ts';
import { type Enforcer, enforcerOf, logFault, openLog, type RuleSetText, readRuleSet } from './enforcer.ts';

type HookOptions = OptionsOf<typeof HOOK_FLAGS>;

/** What is known of a call when a fault ends it. */
interface Seen {
  log?: AuditFile | undefined;
  call?: HookCall;
}

/**
 * Runs `mcptest gateway hook`: one call from an agent, one answer. Whatever goes wrong denies the call, in the way in which
 * the agent is told so. Spec (enforcement): "Hooks".
 */
export async function gatewayHook(options: HookOptions, ports: Ports): Promise<ExitCode> {
  const adapter = HOOKS[options.agent];
  const seen: Seen = {};
  let answer: HookAnswer;
  try {
    answer = await answerTo(adapter, options, ports, seen);
  } catch (error) {
    const why = faultInWords(error);
    noteFault(seen, why, options, ports);
    answer = adapter.fault(`denied, since the call cannot be decided: ${why}; do not retry, tell the user`);
  }
  return give(answer, ports);
}

async function answerTo(
  adapter: HookAdapter,
  options: HookOptions,
  ports: Ports,
  seen: Seen,
): Promise<HookAnswer> {
  const started = readSystemTime(ports);
  const deadline = readDuration('--deadline', options.deadline, '2s');
  // the rules are read while the input comes
  const receiving = ports.files.receive({ mostBytes: LARGEST_INPUT, milliseconds: deadline });
  // a fault of the rules is reported before one of the input
  receiving.catch(() => {});
  let ruleSet: RuleSetText;
  try {
    ruleSet = readRuleSet(options.policies, ports);
  } finally {
    // a fault of the rules is logged, but never into the file of the rules
    seen.log = openLog(options, ports.files);
  }
  const threats = await threatsOf(options.threats, ports);
  const enforcer = enforcerOf(ruleSet, options, { agent: options.agent, threats }, seen.log);
  const text = decodeInput(wholeOf(await receiving, deadline));
  const call = adapter.read(objectIn(text, 'the input'), knownServers(options, enforcer));
  seen.call = call;
  const at = readSystemTime(ports);
  const decided = decideHook(call, enforcer.decider, at);
  if (readSystemTime(ports) - started > deadline) throw new InputError({ message: lateInWords(deadline) });
  if (decided.verdict.decision !== 'require_approval' || call.canAsk) {
    enforcer.log(decided, call.id);
    return adapter.answer(answered(decided), call);
  }
  const { decideHeld } = await import('./hook-hold.ts');
  const { answer, approval } = decideHeld({ call, text, decided, at }, enforcer, options, ports);
  enforcer.log(decided, call.id, approval);
  return adapter.answer(answer, call);
}

async function threatsOf(path: string | undefined, { files }: Ports) {
  if (path === undefined) return undefined;
  const { readThreats } = await import('../../artifacts/threats/read.ts');
  return readThreats(files.readFile(path), path);
}

function knownServers({ server: given }: HookOptions, { decider }: Enforcer): KnownServers {
  return {
    server: given,
    isKnown: (server) => server === given || decider.file.servers.some(({ name }) => name === server),
  };
}

function wholeOf(received: Received, deadline: Duration): Uint8Array {
  if ('bytes' in received) return received.bytes;
  const message =
    received.missing === 'late'
      ? lateInWords(deadline)
      : `the input is longer than ${LARGEST_INPUT / 2 ** 20} MiB, and was not read`;
  throw new InputError({ message });
}

function lateInWords(deadline: Duration): string {
  return `the call was not decided within ${deadline} ms`;
}

/** Says on one line what is wrong. */
function faultInWords(error: unknown): string {
  const first = error instanceof InputError ? error.diagnostics[0] : undefined;
  const place =
    first?.file === undefined ? '' : `${first.file}${first.position ? `:${first.position.line}` : ''}: `;
  return escapeLine(first ? `${place}${first.message}` : `a fault of mcptest: ${messageOf(error)}`);
}

/** Records a call about which nothing could be decided, with what is known of it. */
function noteFault({ log, call }: Seen, fault: string, options: HookOptions, ports: Ports): void {
  const { agentId: agent = options.agent } = options;
  const { tool, server = options.server } = call?.tools[0] ?? {};
  logFault(log, { id: call?.id, at: readSystemTime(ports), agent, server, tool, fault });
}

/** Prints an answer. One that cannot be printed, or that nobody has read, blocks by the exit code. */
function give({ stdout, stderr, exitCode }: HookAnswer, ports: Ports): ExitCode {
  try {
    if (stdout !== '') ports.stdout.write(stdout);
    if (stderr !== '') ports.stderr.write(stderr);
    return ports.stdout.isClosed ? EXIT.unable : exitCode;
  } catch {
    return EXIT.unable;
  }
}
