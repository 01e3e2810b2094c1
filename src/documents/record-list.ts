import * as z from 'zod/mini';
import { append } from '../values/append.ts';

/** The number of faults after which checking stops; see `MOST_FINDINGS` for how many are shown. */
const ENOUGH = 1000;

const PlainList: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray;

/** A list schema that stops at the thousandth fault; see {@link recordList}. */
const RecordList = z.core.$constructor<z.ZodMiniArray>('RecordList', (list, definition) => {
  PlainList.init(list, definition);
  const { parse } = list._zod;
  list._zod.parse = (payload, context) => {
    const { value: records } = payload;
    if (!Array.isArray(records)) return parse(payload, context);
    const read: unknown[] = [];
    for (const [index, record] of records.entries()) {
      const result = definition.element._zod.run({ value: record, issues: [] }, context);
      // a synchronous reader cannot use asynchronous schemas
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      if (result.issues.length > 0) append(payload.issues, z.core.util.prefixIssues(index, result.issues));
      if (payload.issues.length >= ENOUGH) break;
      read.push(result.value);
    }
    return { value: read, issues: payload.issues };
  };
});

/**
 * The schema of a list of records, of which there may be millions. With more than a hundred thousand faults the plain
 * list of zod overflows the stack; this list stops at the thousandth. Its JSON Schema is that of the plain list.
 */
export function recordList<T extends z.core.SomeType>(element: T, message?: string): z.ZodMiniArray<T> {
  const error = message === undefined ? {} : { error: () => message };
  return new RecordList({
    type: 'array',
    element: element as never,
    ...error,
  }) as unknown as z.ZodMiniArray<T>;
}
