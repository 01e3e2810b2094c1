import { isObject } from '../../../values/own-property.ts';

/** The messages in the body of an HTTP request or answer: parsed, and whether a part of it could not be parsed. */
export interface BodyMessages {
  readonly messages: readonly unknown[];
  readonly isBroken: boolean;
}

/** Reads a body: a JSON text, an object that was parsed already, or the `data:` lines of a stream of events. */
export function messagesInBody(body: unknown): BodyMessages {
  if (typeof body !== 'string') return { messages: batchOf(body), isBroken: false };
  const texts = /^\s*[[{]/.test(body) ? [body] : eventsIn(body);
  let isBroken = false;
  const messages = texts.flatMap((text) => {
    try {
      return batchOf(JSON.parse(text));
    } catch {
      isBroken = true;
      return [];
    }
  });
  return { messages, isBroken };
}

/** The data of each event of a stream. An event may have several lines of data. */
function eventsIn(text: string): string[] {
  const events = text.replaceAll(/\r\n?/g, '\n').split(/\n\n+/);
  return events.flatMap((event) => {
    const lines = event.split('\n').filter((line) => line.startsWith('data:'));
    const data = lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n');
    return /^\s*[[{]/.test(data) ? [data] : [];
  });
}

function batchOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : [];
}
