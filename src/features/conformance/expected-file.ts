import * as z from 'zod/mini';
import { parseAuthored } from '../../documents/authored.ts';
import { described } from '../../documents/described.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { nearest } from '../../text/nearest.ts';
import { CHECK_IDS } from './checks.ts';

const list = () => z.array(z.string());

/** The schema of a file of expected failures: that of the official suite. Spec (scanning): "`mcptest conformance run`". */
export const expectedFailuresSchema = z.strictObject({
  server: described(list(), 'the checks of `mcptest conformance run` that may fail'),
  client: described(
    z.optional(list()),
    'scenarios of the official suite for clients, which are not read here',
  ),
});

/** Reads which checks are expected to fail. @throws InputError also for a check that does not exist */
export function parseExpectedFailures(source: string, file: string): ReadonlySet<string> {
  const document = parseAuthored(source, file);
  const { server } = validate(expectedFailuresSchema, document);
  const unknown = server.flatMap((id, index) => {
    if ((CHECK_IDS as readonly string[]).includes(id)) return [];
    const path = ['server', index];
    const near = nearest(id, CHECK_IDS);
    const help = near === undefined ? 'docs/conformance.md lists all checks' : `did you mean \`${near}\`?`;
    return [{ file, position: document.locate(path), path, message: `there is no check \`${id}\``, help }];
  });
  if (unknown.length > 0) throw new InputError(unknown);
  return new Set(server);
}
