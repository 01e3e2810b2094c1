import type { Frame, FrameRow } from '../../artifacts/tape/model.ts';
import { isObject } from '../../values/own-property.ts';
import type { Message } from './message.ts';
import { isShallow, type Redactor } from './redactor.ts';

/** What of a row is made from the bytes that were sent. */
export type Written = Pick<FrameRow, 'frame' | 'encoding'>;

/** Returns what a tape says of bytes, without secrets. */
export function toFrame(bytes: Uint8Array, redactor: Redactor): Written {
  const text = decoded(bytes);
  if (text === undefined) return toBinaryFrame(bytes, redactor);
  const value = messageIn(text);
  if (value === undefined) return { frame: redactor.text(text) };
  const redacted = redactor.value(value) as Frame;
  // a frame that was changed is not what was sent anyway
  if (redacted !== value) return { frame: redacted };
  // a text that JSON writes in another way may hold what its value does not show: a key that occurs twice
  return { frame: JSON.stringify(value) === text ? (value as Frame) : redactor.text(text) };
}

function toBinaryFrame(bytes: Uint8Array, redactor: Redactor): Written {
  // the bytes between those that are no text may be text
  for (const encoding of ['utf-8', 'latin1']) {
    const seen = new TextDecoder(encoding).decode(bytes);
    const redacted = redactor.text(seen);
    if (redacted !== seen) return { frame: redacted };
  }
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { frame: btoa(binary), encoding: 'base64' };
}

/** Returns the text of bytes. Undefined if they are not UTF-8. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The object or the list that a text is. Undefined for other texts, and for those that nest too deep to be a value. */
function messageIn(text: string): Message | readonly unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text);
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of a frame as it was sent, but for what was replaced. Undefined for bytes that are no text. */
export function textOf({ frame, encoding }: Written): string | undefined {
  if (encoding || frame === null) return undefined;
  return typeof frame === 'string' ? frame : JSON.stringify(frame);
}

/** Returns the messages of a frame: one, or those of a batch; none if it is no JSON. */
export function messagesIn({ frame, encoding }: Written): readonly Message[] {
  const value = typeof frame === 'string' && !encoding ? messageIn(frame) : frame;
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}
