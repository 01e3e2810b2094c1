import * as z from 'zod/mini';
import { validate } from '../../../documents/validate.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { JsonFormat } from '../../json-artifact.ts';
import type { SecurityScan } from '../model.ts';
import { FindingCounter, type SeverityWords } from './finding-counter.ts';

/** Text that may be missing or null. */
export const text = () => z.nullish(z.string());

/** Anything, also nothing. */
export const whatever = () => z.nullish(z.unknown());

/** How the JSON of a scanner is recognised and counted. */
interface ScannerDefinition<S extends z.ZodMiniType> {
  /** The name of the scanner. */
  readonly scanner: string;
  /** Whether a document carries the marker of this scanner. */
  readonly recognises: (value: unknown) => boolean;
  readonly schema: S;
  readonly words: SeverityWords;
  /** Counts the findings, and fails when the scan says that it failed. */
  readonly count: (file: z.output<S>, counter: FindingCounter) => void;
}

/** Makes the format of a scanner. */
export function scannerFormat<S extends z.ZodMiniType>(
  definition: ScannerDefinition<S>,
): JsonFormat<SecurityScan> {
  const { scanner, recognises, schema, words, count } = definition;
  return {
    name: `${scanner} JSON`,
    recognises,
    read: (document) => {
      const counter = new FindingCounter(document, words);
      const error = isObject(document.value) ? own(document.value, 'error') : undefined;
      if (error !== undefined && error !== null)
        counter.fail(['error'], `is an error of ${scanner}: the scan failed`);
      else count(validate(schema, document), counter);
      return counter.toReading();
    },
  };
}

/** Returns a test for objects that have all these keys. */
export function hasKeys(...keys: readonly string[]): (value: unknown) => value is Record<string, unknown> {
  return (value): value is Record<string, unknown> =>
    isObject(value) && keys.every((key) => Object.hasOwn(value, key));
}

/** Whether a value is a list of which the first entry passes the test. */
export function isListOf(value: unknown, test: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && test(value[0]);
}
