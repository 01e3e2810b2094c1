import type { ValuePath } from '../../diagnostic.ts';
import { parseAuthored } from '../../documents/authored.ts';
import { FaultList } from '../../documents/fault-list.ts';
import { validate } from '../../documents/validate.ts';
import type { SetupCall } from './model.ts';
import { setupSuiteSchema, type WrittenCall } from './schema.ts';

/**
 * Reads the `setup` calls of a suite for a command that makes plain tool calls to one server.
 * Spec (execution safety): "Settled after measuring"
 * @throws InputError when the text is not a suite, or makes no setup call, or one that needs more than a tool and arguments
 */
export function readSetup(source: string, file: string): readonly SetupCall[] {
  const document = parseAuthored(source, file);
  const { setup } = validate(setupSuiteSchema, document);
  const faults = new FaultList(document);
  if (setup.length === 0) {
    faults.fault(
      ['setup'],
      'must be a non-empty list, found an empty list',
      'write `setup: [{ tool: login, args: {} }]`, or leave out --setup',
    );
  }
  const calls = setup.map((call, index) => readCall(call, ['setup', index], faults));
  faults.refuse();
  return calls;
}

function readCall(
  { tool, args = {}, ...others }: WrittenCall,
  path: ValuePath,
  faults: FaultList,
): SetupCall {
  for (const key of Object.keys(others)) {
    faults.fault([...path, key], `\`${key}\` works only with \`mcptest run\``, 'remove it here', 'key');
  }
  if (tool === undefined) faults.fault(path, 'must have `tool`');
  return { tool: tool ?? '', args };
}
