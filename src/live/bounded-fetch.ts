import { setTimeout } from 'node:timers/promises';
import { ArrivingMessage } from './arriving-message.ts';
import { fetchWithoutRedirects } from './redirect.ts';

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
 * exceeds the {@link MessageBound} fails, so memory does not grow with it. A stream that the server ends is opened
 * again only after a pause, and each time counts as a call: the SDK would do it at once, and endlessly.
 * @param onTooLong called once, when a message is too long, or has too many values
 */
export function boundedFetch(
  { pause, acquire }: Reconnects,
  breaches: Breaches,
  onTooLong: () => void,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  let streams = 0;
  const refuse = (what: string) => {
    breaches.tooLong = `the server sent a message ${what}`;
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

function bounded(response: Response, refuse: (what: string) => Error): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const reader = response.body.getReader();
  const message = new ArrivingMessage(isStream, refuse);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          let bytes: Uint8Array | undefined;
          for (let isDone = false; bytes === undefined && !isDone; ) {
            const { done, value } = await reader.read();
            isDone = done;
            bytes = done ? message.rest() : await message.take(value);
          }
          if (bytes) controller.enqueue(bytes);
          else controller.close();
        } catch (error) {
          message.drop();
          controller.error(error);
          void reader.cancel(error).catch(() => {});
        }
      },
      cancel(reason) {
        message.drop();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
