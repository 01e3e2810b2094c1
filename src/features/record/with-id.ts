import { META } from '../../mcp/meta-keys.ts';
import { isObject } from '../../values/own-property.ts';
import { progressTokenOf, type RecordedExchange, type Sent, textOfSent } from './exchanges.ts';
import { idKey, type Message, objectIn } from './message.ts';

/** Returns the text of a recorded answer with the id of another request. Nothing else changes, not even its blanks. */
export function withId({ text, message }: Sent, id: unknown): string {
  const wanted = JSON.stringify({ ...message, id });
  if (text === undefined) return wanted;
  if (text === JSON.stringify(message)) return wanted;
  const own = JSON.stringify(message.id);
  // the text is not as JSON would write it: the id is where replacing it gives the wanted message
  for (let at = text.indexOf(own); at !== -1; at = text.indexOf(own, at + 1)) {
    const candidate = text.slice(0, at) + JSON.stringify(id) + text.slice(at + own.length);
    if (isSame(candidate, wanted)) return candidate;
  }
  return wanted;
}

function isSame(candidate: string, wanted: string): boolean {
  try {
    return JSON.stringify(JSON.parse(candidate)) === wanted;
  } catch {
    return false;
  }
}

/**
 * Returns the text of a message that the server sent because of a request, with the ids of the request that is made now. A
 * report on progress is left out (undefined) when this request does not ask for it.
 */
export function forRequest(
  { sent }: { readonly sent: Sent },
  { request }: RecordedExchange,
  now: Message,
): string | undefined {
  const { message } = sent;
  const params = objectIn(message, 'params');
  const token = progressTokenOf(request.message);
  if (
    message.method === 'notifications/progress' &&
    token !== undefined &&
    idKey(params.progressToken) === idKey(token)
  ) {
    const own = progressTokenOf(now);
    if (own === undefined) return undefined;
    return idKey(own) === idKey(token)
      ? textOfSent(sent)
      : JSON.stringify({ ...message, params: { ...params, progressToken: own } });
  }
  const meta = objectIn(params, '_meta');
  if (
    isObject(message.params) &&
    idKey(meta[META.subscription]) === idKey(request.message.id) &&
    now.id !== request.message.id
  ) {
    return JSON.stringify({
      ...message,
      params: { ...params, _meta: { ...meta, [META.subscription]: now.id } },
    });
  }
  return textOfSent(sent);
}
