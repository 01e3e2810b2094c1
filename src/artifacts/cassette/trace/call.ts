import { canonicalText } from '../../../assertions/value-set.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Span } from './span.ts';
import type { SpokenAnswer, SpokenCall } from './spoken.ts';

/** A call of the agent, with its answer once that is known. */
export interface Call {
  /** Its id. Some programs leave it out of the reply that calls, and state it in a later copy. */
  id: string | undefined;
  readonly name: string | undefined;
  args: unknown;
  readonly argsPath: ValuePath;
  readonly path: ValuePath;
  readonly agent: string | undefined;
  answer?: Pick<SpokenAnswer, 'result' | 'error'> & { readonly path: ValuePath };
  isError: boolean;
  /** Whether a span shows that the tool ran. */
  hasRun: boolean;
}

/** The name of a tool, and the server in it: Claude names the tools of servers `mcp__SERVER__TOOL`. */
export function toolOf(name: string | undefined): {
  readonly tool: string | undefined;
  readonly server?: string;
} {
  const parts = /^mcp__(.+?)__(.+)$/s.exec(name ?? '');
  return parts?.[1] === undefined ? { tool: name } : { tool: parts[2], server: parts[1] };
}

/** Returns what a span says that a tool answered, without a result where it says none: that must not replace another one. */
export function withoutUndefined({ result, error }: NonNullable<Span['tool']>) {
  return { ...(result !== undefined && { result }), error };
}

/** Returns what two copies of one call have in common: its tool, and its id or else its arguments. */
export function keyOfCall({ id, name, args }: SpokenCall): string {
  return `call ${name} ${id ?? argsKey(args)}`;
}

/** What calls of the same tool with the same arguments have in common. */
export function shapeOfCall({ name, args }: Pick<SpokenCall, 'name' | 'args'>): string {
  return `${name} ${argsKey(args)}`;
}

/** Returns what two copies of one answer have in common: the id of its call, or else the tool and the result. */
export function keyOfAnswer({ id, name, result }: SpokenAnswer): string {
  return `answer ${id ?? `${name} ${argsKey(result)}`}`;
}

/** Equal for equal arguments, whether they are JSON text or not. */
export function argsKey(args: unknown): string {
  if (typeof args !== 'string') return canonicalText(args ?? {});
  try {
    const parsed: unknown = JSON.parse(args === '' ? '{}' : args);
    return isObject(parsed) ? canonicalText(parsed) : args;
  } catch {
    return args;
  }
}
