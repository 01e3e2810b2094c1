import type { Heard } from '../../mcp/peer.ts';
import { clip } from '../../text/clip.ts';
import { isObject } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';

/** The answer to a request. */
export interface Answer {
  readonly heard: Heard;
  /** The message with the id of the request, or an error without an id. */
  readonly reply?: Readonly<Record<string, unknown>> | undefined;
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  readonly error?:
    | { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }
    | undefined;
}

/** What a server says that it offers, by name. */
export type Capabilities = Readonly<Record<string, unknown>>;

/** Returns the capabilities in the answer to an opening; none where they are malformed. */
export function capabilitiesIn({ result }: Answer): Capabilities {
  return isObject(result?.capabilities) ? result.capabilities : {};
}

/** Whether a message is a response, and not a request or a notification. */
export function isResponse(message: unknown): message is Readonly<Record<string, unknown>> {
  return isObject(message) && !('method' in message);
}

/** Whether a value lists versions: texts, and at least one. */
export function isVersionList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

/** Says how a server answered. */
export function inWords({ heard, result, error }: Pick<Answer, 'heard' | 'result' | 'error'>): string {
  if (error) return `answered with the error ${clip(scalarText(error.code ?? 'without a code'))}`;
  if (result) return 'answered with a result';
  if (heard.http && heard.messages.length === 0) return `answered ${heard.http.status} without a message`;
  if (heard.messages.length > 0) return 'did not answer with the id of the request';
  return heard.end === 'closed' ? 'ended the connection' : 'did not answer';
}
