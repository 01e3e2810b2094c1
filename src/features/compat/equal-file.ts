import * as z from 'zod/mini';
import { parseAuthored } from '../../documents/authored.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { quote } from '../../text/clip.ts';
import { pointerSegments } from '../../values/json-pointer.ts';

const NAME = 'the name of a tool';
const VOLATILE = 'the name of an argument, or a JSON Pointer into the arguments';

/** What counts as equal when two models are compared: an authored file, in which an unknown key is an error. */
const equalSchema = z.strictObject({
  equal: z.optional(z.array(z.array(z.string(NAME).check(z.minLength(1, NAME))).check(z.minLength(2)))),
  volatile: z.optional(z.array(z.string(VOLATILE).check(z.regex(/^[^/]|^\/./, VOLATILE)))),
});

/** Tools that count as one, and arguments that do not count. */
export interface Equivalence {
  /** The name under which a tool is compared: that of its group, or its own with its server. */
  readonly toolOf: (name: string, server?: string) => string;
  /** Whether the argument at a path is left out of the comparison. */
  readonly isVolatile: (path: readonly string[]) => boolean;
}

/** Tools of two servers may have one name. */
function ofServer(name: string, server: string | undefined): string {
  return server === undefined ? name : JSON.stringify([server, name]);
}

/** Nothing is equal but what is the same. */
export const NOTHING_EQUAL: Equivalence = { toolOf: ofServer, isVolatile: () => false };

/**
 * Reads the file of `--equal`: `{equal: [[a, b]], volatile: [argument name or JSON Pointer]}`.
 *
 * Spec (judging): "`mcptest model-compat diff`"
 * @throws InputError when it is malformed, or a tool is in two groups
 */
export function parseEqual(text: string, file: string): Equivalence {
  const document = parseAuthored(text, file);
  const { equal = [], volatile = [] } = validate(equalSchema, document);
  const names = new Map<string, string>();
  for (const [index, group] of equal.entries()) {
    for (const [at, name] of group.entries()) {
      if (names.has(name)) {
        const path = ['equal', index, at];
        const message = `${quote(name)} is listed twice`;
        throw new InputError({
          file,
          position: document.locate(path),
          path,
          message,
          help: 'list each tool once',
        });
      }
      names.set(name, group[0] as string);
    }
  }
  const paths = new Set(
    volatile.map((each) => JSON.stringify(each.startsWith('/') ? pointerSegments(each) : [each])),
  );
  return {
    toolOf: (name, server) => names.get(name) ?? ofServer(name, server),
    isVolatile: (path) => paths.size > 0 && paths.has(JSON.stringify(path)),
  };
}
