import { isObject, setOwn } from '../../values/own-property.ts';
import type { EnvSecret } from './env-secret.ts';
import type { Message } from './message.ts';

const PLACEHOLDER = /\[redacted(?::(?<name>[^[\]]{1,200}))?\]/g;

/**
 * Returns a message with the values of variables in place of what stands for them. Undefined if something was replaced
 * whose value is not known.
 */
export function restored(message: Message, secrets: readonly EnvSecret[]): Message | undefined {
  const values = new Map(secrets.map(({ name, value }) => [name, value]));
  let isKnown = true;
  const text = (given: string) =>
    given.replace(PLACEHOLDER, (whole, name: string | undefined) => {
      const value = name === undefined ? undefined : values.get(name);
      isKnown &&= value !== undefined;
      return value ?? whole;
    });
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) setOwn(result, text(key), walk(member));
    return result;
  };
  const result = walk(message) as Message;
  return isKnown ? result : undefined;
}
