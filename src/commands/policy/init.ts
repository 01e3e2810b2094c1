import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { starterRules } from '../../features/policy/starter.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { formatNextSteps, formatStarterPolicy } from '../../report/policy/starter.ts';
import { readNow } from '../../time/clock.ts';
import { artifactReaders, factsOf } from '../artifact-options.ts';
import { editorSchema, schemaNote } from '../editor-schema.ts';
import { warn } from '../output.ts';
import type { INIT_FLAGS } from './flags.ts';

/** `mcptest policy init`: writes a starter policy for the given artifacts. Never overwrites a file. */
export async function policyInit(options: OptionsOf<typeof INIT_FLAGS>, ports: Ports): Promise<ExitCode> {
  const { out = 'policy.yml' } = options;
  const now = readNow(options.now, ports);
  const artifacts = await collectInputs(...artifactReaders(options, ports.files));

  const rules = starterRules(artifacts.length === 0 ? 'no artifacts' : factsOf(artifacts, now));
  if (rules.length === 0) {
    throw new InputError({
      message: 'the given artifacts carry no fact that a starter policy covers',
      help: 'run `mcptest policy facts` to see what they carry, and pass more artifacts',
    });
  }
  const schema = editorSchema(out, 'policy.v1', ports.files);
  ports.files.writeNew(out, formatStarterPolicy(rules, schema, now));
  warn(
    artifacts.flatMap(({ warnings }) => warnings),
    ports,
  );

  ports.stdout.write(formatNextSteps(rules, out, artifacts) + schemaNote(out, schema));
  return EXIT.accepted;
}
