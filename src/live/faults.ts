import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { clip } from '../clip.ts';
import { InputError } from '../errors.ts';
import type { CallFault } from '../probe/call.ts';
import { nameOf, type Target } from '../probe/target.ts';
import type { Child } from './child.ts';

/** What went wrong with a request, as data. The SDK has an error class for each. */
export function toFault(error: unknown, timeout: number): CallFault {
  if (error instanceof ProtocolError) {
    return { kind: 'error-response', code: error.code, message: error.message };
  }
  if (error instanceof SdkHttpError) return { kind: 'http', status: error.status };
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout) return { kind: 'timeout', milliseconds: timeout };
    if (CLOSED.has(error.code)) return { kind: 'closed' };
  }
  // `fetch failed` stands for everything that keeps a request from its server
  if (error instanceof TypeError && error.cause !== undefined) return { kind: 'closed' };
  return { kind: 'malformed', message: clip(messageOf(error), 200) };
}

const CLOSED = new Set<string>([
  SdkErrorCode.NotConnected,
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.SendFailed,
]);

/** A server that was not reached, for a person. @param noise the first line on its standard output that is no protocol */
export function unreachable(
  target: Target,
  error: unknown,
  timeout: number,
  child?: Child,
  noise?: string,
): InputError {
  const name = `\`${clip(nameOf(target), 120)}\``;
  const help = helpOf(child, noise);
  if (toFault(error, timeout).kind !== 'closed') {
    // whatever has become of the process since: the SDK ends it after a refusal
    return new InputError({ message: `${name} ${whyNot(error, timeout)}`, help });
  }
  if (child?.end?.kind === 'not-started') {
    const isMissing = child.end.error.code === 'ENOENT';
    const why = isMissing ? 'there is no such program' : messageOf(child.end.error);
    return new InputError({ message: `${name} cannot be started: ${why}` });
  }
  if (child?.end?.kind === 'exited') {
    return new InputError({ message: `${name} ended with code ${child.end.code} before it answered`, help });
  }
  if (child?.end?.kind === 'killed') {
    return new InputError({ message: `${name} was ended by ${child.end.signal} before it answered`, help });
  }
  return new InputError({ message: `${name} ${whyNot(error, timeout)}`, help });
}

function helpOf(child: Child | undefined, noise: string | undefined): string | undefined {
  const said = child?.stderrTail.split('\n').slice(-5).join('\n');
  if (said) return `it said on standard error: ${said}`;
  if (noise !== undefined)
    return `it printed on standard output, which is for the protocol: ${clip(noise, 200)}`;
  return undefined;
}

function whyNot(error: unknown, timeout: number): string {
  const fault = toFault(error, timeout);
  switch (fault.kind) {
    case 'timeout':
      return `did not answer within ${timeout / 1000} s`;
    case 'closed':
      return `cannot be reached: ${causeOf(error)}`;
    case 'http':
      return `refuses to talk: HTTP ${fault.status}${fault.status === 401 ? ', give --header' : ''}`;
    case 'error-response':
      return `refuses to talk: ${clip(fault.message, 200)} (${fault.code})`;
    case 'malformed':
      return `does not speak MCP: ${fault.message}`;
  }
}

/** `ECONNREFUSED` and its like say more than `fetch failed`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND') return 'there is no host of that name';
  return code ?? messageOf(cause ?? error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
