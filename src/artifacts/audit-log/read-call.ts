import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { parseInstant } from '../../time/instant.ts';
import { isObject } from '../../values/own-property.ts';
import type { ToolCall } from './model.ts';
import { publicPartOfCall } from './public-part.ts';
import { readCallKeys } from './read-record.ts';
import { toolCallSchema } from './schema.ts';

/**
 * Reads a call to be decided. It has the keys of an audit record except decision, approval and policy, which are
 * ignored like all unknown keys. Null for an optional key means the key is absent.
 * @throws InputError with all findings
 */
export function readCall(document: SourceDocument): ToolCall {
  validate(toolCallSchema, document, publicPartOfCall);
  const value = document.value as Record<string, unknown>;
  const call = isObject(value) ? readCallKeys(value) : undefined;
  // the schema and the reader of log lines accept the same, see test/property/audit-log.test.ts
  if (!call) throw new Error('a call that fits its schema cannot be read');
  if (typeof value.at === 'string') call.at = parseInstant(value.at) as number;
  return call;
}
