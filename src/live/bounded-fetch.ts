import { setTimeout } from 'node:timers/promises';
import { ArrivingMessage } from './arriving-message.ts';
import { type CheckedBody, CheckedDocument, CheckedEvents } from './checked-body.ts';
import type { OnFlaw } from './message-flaw.ts';
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

/** What is called when a message is not passed on. */
export interface Refusals {
  /** Called once, when a message is too long, or has too many values. */
  readonly onTooLong: () => void;
  /** Called for each event of a stream that must not be believed. A body that must not be believed breaks off instead. */
  readonly onFlaw: OnFlaw;
}

/**
 * Returns a `fetch` that bounds what a stranger's server can make this program do. A body, or one event of a stream, that
 * exceeds the {@link MessageBound} fails, so memory does not grow with it. A stream that the server ends is opened
 * again only after a pause, and each time counts as a call: the SDK would do it at once, and endlessly. What the SDK would
 * read more leniently than the specification allows does not reach it: see {@link flawOf}.
 */
export function boundedFetch(
  { pause, acquire }: Reconnects,
  breaches: Breaches,
  { onTooLong, onFlaw }: Refusals,
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
    const isMessage = typeof init?.body === 'string' && init.body.startsWith('{');
    const response = await fetchWithoutRedirects(url, init);
    const checks = { refuse, onFlaw: isMessage || isStream(init) ? onFlaw : undefined };
    return bounded(response, checks);
  };
}

/** Whether a request opens a stream of events. Requests of documents, as for an access token, do not. */
function isStream({ method = 'GET', headers }: RequestInit = {}): boolean {
  const all = new Headers(headers);
  const isOfEvents = all.has('last-event-id') || all.get('accept')?.includes('text/event-stream') === true;
  return method === 'GET' && isOfEvents;
}

/** What is done with the messages of a response. */
interface Checks {
  readonly refuse: (what: string) => Error;
  /** Undefined for a document that is no message, such as an access token. */
  readonly onFlaw: OnFlaw | undefined;
}

function bounded(response: Response, { refuse, onFlaw }: Checks): Response {
  if (response.body === null) return response;
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  const isStream = type.includes('text/event-stream');
  const reader = response.body.getReader();
  const message = new ArrivingMessage(isStream, refuse);
  const checked = onFlaw && checkedBody(type, onFlaw);
  let isOver = false;
  const next = async (): Promise<Uint8Array | undefined> => {
    while (!isOver) {
      const { done, value } = await reader.read();
      isOver = done;
      const bytes = done ? message.rest() : await message.take(value);
      const passed = bytes && checked ? checked.take(bytes) : bytes;
      const all = done && checked ? Buffer.concat([passed ?? NOTHING, checked.end()]) : passed;
      if (all && all.length > 0) return all;
    }
    return undefined;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = await next();
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

const NOTHING = new Uint8Array();

function checkedBody(type: string, onFlaw: OnFlaw): CheckedBody | undefined {
  if (type.includes('text/event-stream')) return new CheckedEvents(onFlaw);
  return type.includes('application/json') ? new CheckedDocument() : undefined;
}
