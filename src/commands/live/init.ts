import { writeTestSuite } from '../../artifacts/test-suite/write.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { starterRules } from '../../features/policy/starter.ts';
import { toCommentedSuite } from '../../features/probe/scaffold/commented-suite.ts';
import { scaffoldTools } from '../../features/probe/scaffold/scaffold.ts';
import type { OptionsOf } from '../../flags.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import { readTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { formatStarterPolicy } from '../../report/policy/starter.ts';
import { formatCiRecipe, formatInitialised, GITIGNORE, INIT_FILES } from '../../report/probe/init.ts';
import { formatLaneLines } from '../../report/probe/lane-lines.ts';
import { readNow } from '../../time/clock.ts';
import { Masker } from '../../values/masker.ts';
import { editorSchema, schemaNote } from '../editor-schema.ts';
import { programCommand } from '../program-command.ts';
import type { INIT_FLAGS } from './flags.ts';
import { ignoreOutputs } from './ignored-outputs.ts';
import { readOneProtocol, readTimeout } from './live-options.ts';
import { toolsOf, withServer } from './live-session.ts';
import { npmProject } from './npm-project.ts';
import { refuseTestless } from './refuse-testless.ts';
import { toStarterServer } from './scaffold.ts';

/**
 * Runs `mcptest init`: writes a first suite for the tools of a server, a policy that gates its run, and a CI job that runs
 * both. Calls no tool, and overwrites no file. Adds to `.gitignore` what the commands write, if that is missing.
 *
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`".
 */
export async function init(
  command: readonly string[],
  options: OptionsOf<typeof INIT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { files } = ports;
  const { suite, policy } = INIT_FILES;
  const target = readTarget(command, options, ports);
  const recipes = options.ci === 'none' ? [] : ([options.ci ?? 'github'] as const);
  const paths = [suite, policy, ...recipes.map((system) => INIT_FILES[system])];
  refuseExisting(paths, ports);

  const tools = await withServer(
    target,
    { timeout: readTimeout(options), protocol: readOneProtocol(options) },
    ports,
    async (session) => new Masker(headerSecrets(target)).value(await toolsOf(session, target)),
  );
  const scaffolds = await scaffoldTools(tools, { strict: false, executeDestructive: false }, new Map());
  refuseTestless(scaffolds);
  const schema = editorSchema(suite, 'test-suite.v1', files);
  const commented = toCommentedSuite(toStarterServer(target), scaffolds, schema);
  const texts = [
    writeTestSuite(commented) + formatLaneLines(),
    formatStarterPolicy(
      starterRules('no artifacts'),
      editorSchema(policy, 'policy.v1', files),
      readNow(options.now, ports),
    ),
    ...recipes.map(formatCiRecipe),
  ];
  for (const path of paths) {
    const end = path.lastIndexOf('/');
    if (end > 0) files.makeFolder(path.slice(0, end));
  }
  const ignored = await ignoreOutputs(files);
  files.writeTogether(paths.map((path, index) => ({ path, text: texts[index] ?? '', isNew: true })));
  if (ignored.added.length > 0) files.replaceText(GITIGNORE, ignored.before, ignored.after);
  const words = formatInitialised(scaffolds, paths, npmProject(files), ignored, programCommand(ports));
  ports.stdout.write(words + schemaNote(suite, schema));
  return EXIT.accepted;
}

/** Checks before any server is started. */
function refuseExisting(paths: readonly string[], { files }: Ports): void {
  const there = paths.filter((path) => files.realPath(path) !== null);
  if (there.length === 0) return;
  throw new InputError(
    there.map((file) => ({
      file,
      message: 'already exists, and is left unchanged',
      help: 'move it elsewhere, or write the other parts with `mcptest scaffold` and `mcptest policy init`',
    })),
  );
}
