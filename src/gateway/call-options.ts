import type { SignalCategory } from '../artifacts/audit-log/model.ts';
import { parseJson } from '../artifacts/json.ts';
import { isObject } from '../assertions/own-property.ts';
import { InputError } from '../errors.ts';
import { type Instant, parseInstant } from '../time/instant.ts';
import { IpAddress } from './ip.ts';
import type { CallsFile } from './read-calls.ts';

/** What the command line may say of a call, as it is written there. */
export interface CallOptions {
  readonly tool?: string;
  readonly args?: string;
  readonly agent?: string;
  readonly label?: readonly string[];
  readonly threat?: string;
  readonly ip?: string;
  readonly server?: string;
  readonly env?: string;
  readonly type?: string;
  readonly host?: string;
  readonly risk?: number;
  readonly signal?: readonly SignalCategory[];
}

/** The flags that say something of a call. */
const CALL_FLAGS = [
  'tool',
  'args',
  'agent',
  'label',
  'threat',
  'ip',
  'server',
  'env',
  'type',
  'host',
  'risk',
  'signal',
] as const satisfies readonly (keyof CallOptions)[];

/**
 * The call that the flags describe; undefined when it is in a file.
 * @throws InputError when the flags contradict each other
 */
export function readCallOptions(options: CallOptions, file: string | undefined): CallsFile | undefined {
  const given = CALL_FLAGS.filter((flag) => options[flag] !== undefined).map((flag) => `--${flag}`);
  if (file !== undefined) {
    if (given.length === 0) return undefined;
    throw new InputError({
      message: `--call and ${given.join(', ')} contradict each other`,
      help: 'describe the call in the file, or by flags',
    });
  }
  const { tool, agent, label, threat, ip, server, env, type, host, risk, signal } = options;
  if (tool === undefined) {
    throw new InputError({
      message:
        given.length === 0
          ? 'there is no call to decide'
          : `${given[0]} is given, but no tool that is called`,
      help: 'give --tool, or a file with --call',
    });
  }
  const agentOf = present({ id: agent, labels: label, mlThreatClass: threat });
  const resource = present({ environment: env, type, host });
  const call = present({
    tool,
    ...(hasMembers(agentOf) && { agent: agentOf }),
    arguments: readArguments(options.args),
    ip: readAddress(ip),
    server,
    ...(hasMembers(resource) && { resource }),
    risk,
    signals: signal?.map((category) => ({ category })),
  });
  return { many: false, calls: [call] };
}

/** Without the members that are undefined: what is unknown of a call is absent. */
function present<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as never;
}

function hasMembers(value: object): boolean {
  return Object.keys(value).length > 0;
}

function readArguments(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  const { value } = parseJson(text, '--args');
  if (isObject(value)) return value;
  throw new InputError({
    message: '--args must be a JSON object',
    help: `write it like '{"table":"users"}'`,
  });
}

/** A log may hold what is no address; on a command line it is a slip. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || new IpAddress().readAsWritten(text).family !== 0) return text;
  throw new InputError({ message: `--ip must be an IPv4 or IPv6 address, found \`${text}\`` });
}

/** When calls are made that do not say it themselves. @throws InputError */
export function readAt(given: string | undefined, now: Instant): Instant {
  if (given === undefined) return now;
  const at = parseInstant(given);
  if (at !== undefined) return at;
  throw new InputError({
    message: `--at must be an RFC 3339 time, found \`${given}\``,
    help: 'write it like 2026-12-31T00:00:00Z',
  });
}
