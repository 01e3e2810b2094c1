import { InputError, messageOf } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Decided } from '../../features/gateway/enforce/decider.ts';
import { answered, decideHook } from '../../features/gateway/enforce/hooks/decide-hook.ts';
import type { HookAdapter, HookAnswer, KnownServers } from '../../features/gateway/enforce/hooks/hook.ts';
import { HOOKS } from '../../features/gateway/enforce/hooks/hooks.ts';
import { LARGEST_INPUT, parseInput } from '../../features/gateway/enforce/hooks/read-input.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports, Received } from '../../ports.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { readSystemTime } from '../../time/clock.ts';
import { type Duration, readDuration } from '../../time/duration.ts';
import { openEnforcer } from './enforcer.ts';
import type { HOOK_FLAGS } from './flags.ts';

type HookOptions = OptionsOf<typeof HOOK_FLAGS>;

/**
 * Runs `mcptest gateway hook`: one call from an agent, one answer. Whatever goes wrong denies the call, in the way in which
 * the agent is told so. Spec (enforcement): "Hooks".
 */
export async function gatewayHook(options: HookOptions, ports: Ports): Promise<ExitCode> {
  const adapter = HOOKS[options.agent];
  let answer: HookAnswer;
  try {
    answer = await answerTo(adapter, options, ports);
  } catch (error) {
    answer = adapter.fault(faultInWords(error));
  }
  return give(answer, ports);
}

async function answerTo(adapter: HookAdapter, options: HookOptions, ports: Ports): Promise<HookAnswer> {
  const started = readSystemTime(ports);
  const deadline = readDuration('--deadline', options.deadline, '2s');
  // the rules are read while the input comes
  const receiving = ports.files.receive({ mostBytes: LARGEST_INPUT, milliseconds: deadline });
  // a fault of the rules is reported before one of the input
  receiving.catch(() => {});
  const enforcer = openEnforcer(options, options.agent, ports);
  const servers: KnownServers = {
    server: options.server,
    isKnown: (server) =>
      server === options.server || enforcer.decider.file.servers.some(({ name }) => name === server),
  };
  const call = adapter.read(parseInput(wholeOf(await receiving, deadline)), servers);
  const decided: Decided = decideHook(call, enforcer.decider, readSystemTime(ports));
  if (readSystemTime(ports) - started > deadline) throw new InputError({ message: lateInWords(deadline) });
  enforcer.log(decided, call.id);
  return adapter.answer(answered(decided, call), call);
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

/** Says on one line that a call was denied because something else is wrong. */
function faultInWords(error: unknown): string {
  const first = error instanceof InputError ? error.diagnostics[0] : undefined;
  const place =
    first?.file === undefined ? '' : `${first.file}${first.position ? `:${first.position.line}` : ''}: `;
  const why = first ? `${place}${first.message}` : `a fault of mcptest: ${messageOf(error)}`;
  return `denied, since the call cannot be decided: ${escapeLine(why)}; do not retry, tell the user`;
}

/** Prints an answer. One that cannot be printed blocks by the exit code. */
function give({ stdout, stderr, exitCode }: HookAnswer, ports: Ports): ExitCode {
  try {
    if (stdout !== '') ports.stdout.write(stdout);
    if (stderr !== '') ports.stderr.write(stderr);
    return exitCode;
  } catch {
    return EXIT.unable;
  }
}
