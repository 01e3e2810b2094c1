import { setTimeout } from 'node:timers/promises';
import { fetchWithoutRedirects } from './redirect.ts';

/** The longest message that a server may send: characters on stdio, bytes after decompression over HTTP. */
export const LONGEST_MESSAGE = 32 * 1024 * 1024;

/** What limits the requests that a client makes by itself, when a server ends the stream of its events. */
export interface Reconnects {
  /** The least time before a stream is opened again, in milliseconds, whatever the server asks for. */
  readonly pause: number;
  /** Takes a call from the budget. False when none is left: then the stream stays closed. */
  readonly acquire: () => boolean;
}

/** What a server did that the bounds of {@link boundedFetch} ended. */
export interface Breaches {
  /** A sentence for the user. Undefined while the server stays within the bounds. */
  tooLong?: string;
  /** How many times the server ended a stream of events that was then opened again. */
  reconnects: number;
}

/**
 * Returns a `fetch` that bounds what a stranger's server can make this program do. A body, or one event of a stream, that
 * is longer than {@link LONGEST_MESSAGE} fails, so memory does not grow with it. A stream that the server ends is opened
 * again only after a pause, and each time counts as a call: the SDK would do it at once, and endlessly.
 * @param onTooLong called once, when a message is too long
 */
export function boundedFetch(
  { pause, acquire }: Reconnects,
  breaches: Breaches,
  onTooLong: () => void,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  let streams = 0;
  const refuse = () => {
    breaches.tooLong = `the server sent a message longer than ${LONGEST_MESSAGE} bytes`;
    onTooLong();
    return new Error(breaches.tooLong);
  };
  return async (url, init) => {
    if (isStream(init)) {
      const isFirst = streams++ === 0 && !new Headers(init?.headers).has('last-event-id');
      if (!isFirst) {
        // what a server answers that has no stream of events: the SDK then opens none
        if (!acquire()) return new Response(null, { status: 405 });
        breaches.reconnects += 1;
        await setTimeout(pause, undefined, { ref: false, ...(init?.signal && { signal: init.signal }) });
      }
    }
    return bounded(await fetchWithoutRedirects(url, init), refuse);
  };
}

/** Whether a request opens a stream of events. Requests of documents, as for an access token, do not. */
function isStream({ method = 'GET', headers }: RequestInit = {}): boolean {
  const all = new Headers(headers);
  const isOfEvents = all.has('last-event-id') || all.get('accept')?.includes('text/event-stream') === true;
  return method === 'GET' && isOfEvents;
}

function bounded(response: Response, refuse: () => Error): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  let length = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        // an empty line ends an event, so what was before it counts no more
        const last = isStream ? lastEmptyLine(chunk) : -1;
        length = last === -1 ? length + chunk.length : chunk.length - last;
        if (length > LONGEST_MESSAGE) controller.error(refuse());
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const LF = 0x0a;
const CR = 0x0d;

/** Returns where the last empty line of a chunk ends, or -1. One that two chunks share is found with the next event. */
function lastEmptyLine(chunk: Uint8Array): number {
  for (let at = chunk.length - 1; at > 0; at--) {
    const byte = chunk[at];
    if (byte !== LF && byte !== CR) continue;
    const before = chunk[at - 1];
    if (before === byte || (byte === CR && before === LF)) return at + 1;
  }
  return -1;
}
