import type { SignalCategory } from '../../../artifacts/audit-log/model.ts';
import { parseJson } from '../../../documents/json.ts';
import { InputError } from '../../../errors.ts';
import { isWrittenHost } from '../../../net/hosts.ts';
import { IpAddress, isAddressList, sourceAddress } from '../../../net/ip.ts';
import { clip } from '../../../text/clip.ts';
import { readTime } from '../../../time/clock.ts';
import { formatInstant, type Instant } from '../../../time/instant.ts';
import { isObject, present } from '../../../values/own-property.ts';
import type { CallsFile } from './read-calls.ts';

/** The flags that describe a call, with their values as given. */
export interface CallOptions {
  readonly tool: string | undefined;
  readonly args: string | undefined;
  readonly agent: string | undefined;
  readonly label: readonly string[] | undefined;
  readonly threat: string | undefined;
  readonly ip: string | undefined;
  readonly server: string | undefined;
  readonly env: string | undefined;
  readonly type: string | undefined;
  readonly host: string | undefined;
  readonly risk: number | undefined;
  readonly signal: readonly SignalCategory[] | undefined;
}

/** The flags that describe a call, in the order of the help. */
const CALL_FLAGS = Object.keys({
  tool: true,
  args: true,
  agent: true,
  label: true,
  threat: true,
  ip: true,
  server: true,
  env: true,
  type: true,
  host: true,
  risk: true,
  signal: true,
} satisfies Record<keyof CallOptions, true>) as readonly (keyof CallOptions)[];

/**
 * Returns the call that the flags describe; undefined when a file contains it.
 * @throws InputError when the flags contradict each other
 */
export function readCallOptions(options: CallOptions, file: string | undefined): CallsFile | undefined {
  const given = CALL_FLAGS.filter((flag) => options[flag] !== undefined).map((flag) => `--${flag}`);
  if (file !== undefined) {
    if (given.length === 0) return undefined;
    throw new InputError({
      message: `--call and ${given.join(', ')} contradict each other`,
      help: 'describe the call either in the file or with flags',
    });
  }
  const { tool, agent, label, threat, ip, server, env, type, host, risk, signal } = options;
  if (tool === undefined) {
    throw new InputError({
      message: given.length === 0 ? 'no call given' : `${given[0]} needs the tool that the call is for`,
      help: 'pass --tool, or a file with --call',
    });
  }
  const agentOf = present({ id: agent, labels: label, mlThreatClass: threat });
  const resource = present({ environment: stated(env), type, host: readHost(host) });
  const call = present({
    tool,
    ...(hasMembers(agentOf) && { agent: agentOf }),
    arguments: readArguments(options.args),
    ip: readAddress(ip),
    server: stated(server),
    ...(hasMembers(resource) && { resource }),
    risk,
    signals: signal?.map((category) => ({ category })),
  });
  return { many: false, calls: [call], warnings: [], placeOf: () => ({}) };
}

/** An empty value is none. */
function stated(text: string | undefined): string | undefined {
  return text?.trim() ? text : undefined;
}

function hasMembers(value: object): boolean {
  return Object.keys(value).length > 0;
}

function readArguments(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  const { value } = parseJson(text, '--args', 'nearest', () => []);
  if (isObject(value)) return value;
  throw new InputError({
    message: '--args must be a JSON object',
    help: `write it like '{"table":"users"}'`,
  });
}

/** Rejects an invalid address: on a command line it is a typo. In a log it may occur, and is only warned about. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || new IpAddress().read(sourceAddress(text)).family !== 0 || isAddressList(text))
    return text;
  throw new InputError({ message: `--ip must be an IPv4 or IPv6 address, found \`${text}\`` });
}

/** Rejects a URL or an invalid host name: rules contain host names, so it would never match. */
function readHost(text: string | undefined): string | undefined {
  if (text === undefined || isWrittenHost(text)) return text;
  throw new InputError({
    message: `--host must be a host name, found \`${clip(text)}\``,
    help: 'remove the scheme, the path and spaces',
  });
}

/** Returns the time for calls that do not state their own. @throws InputError */
export function readAt(given: string | undefined, now: Instant): Instant {
  return given === undefined ? now : readTime('--at', given);
}

/** Rejects `--at` when a call states another time. @throws InputError */
export function refuseOtherTimes({ calls, placeOf }: CallsFile, at: Instant): void {
  const index = calls.findIndex((call) => call.at !== undefined && call.at !== at);
  const own = calls[index]?.at;
  if (own === undefined) return;
  throw new InputError({
    ...placeOf(index, 'at'),
    message: `the call has its own time, ${formatInstant(own)}, which contradicts --at`,
    help: 'remove --at, or `at` in the call',
  });
}

/**
 * Checks that either all calls or none state `expect`. A file with expectations is a test of the rules, and a call
 * without one would go unchecked. `--gate` is not allowed with it, because an expected denial would then fail the
 * command.
 * @throws InputError
 */
export function checkExpectations({ calls, placeOf }: CallsFile, isGate: boolean): void {
  const expecting = calls.findIndex(({ expect }) => expect !== undefined);
  if (expecting === -1) return;
  if (isGate) {
    throw new InputError({
      ...placeOf(expecting, 'expect'),
      message: '--gate and `expect` contradict each other',
      help: 'remove --gate: the command exits 1 anyway when a verdict is not the expected one',
    });
  }
  const without = calls.findIndex(({ expect }) => expect === undefined);
  if (without === -1) return;
  throw new InputError({
    ...placeOf(without, 'expect'),
    message: 'is missing, but other calls in the file have it',
    help: 'write `expect` in each call: allow, deny or require_approval',
  });
}
