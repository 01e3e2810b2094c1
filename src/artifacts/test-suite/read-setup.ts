import { parseAuthored } from '../../documents/authored.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import type { SetupCall } from './model.ts';
import { setupSuiteSchema } from './schema.ts';

/**
 * Reads the `setup` calls of a suite.
 * Spec (execution safety): "Settled after measuring"
 * @throws InputError when the text is not a suite, or makes no setup call
 */
export function readSetup(source: string, file: string): readonly SetupCall[] {
  const document = parseAuthored(source, file);
  const { setup } = validate(setupSuiteSchema, document);
  if (setup.length === 0) {
    throw new InputError({
      file,
      position: document.locate(['setup']),
      path: ['setup'],
      message: 'must be a non-empty list, found an empty list',
      help: 'write `setup: [{ tool: login, args: {} }]`, or leave out --setup',
    });
  }
  return setup.map(({ tool, args = {} }) => ({ tool, args }));
}
