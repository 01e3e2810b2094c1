import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { HookSettings } from '../../features/gateway/enforce/hooks/hook.ts';
import { HOOKS } from '../../features/gateway/enforce/hooks/hooks.ts';
import type { OptionsOf } from '../../flags.ts';
import { keyOfFlag, nameOfFlag } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { shellCommand } from '../../report/shell-command.ts';
import { APPROVALS_DIR } from './approvals-dir.ts';
import { HOOK_FLAGS } from './enforce-flags.ts';

type HookOptions = OptionsOf<typeof HOOK_FLAGS>;

/**
 * Runs `mcptest gateway hook install`: prints the settings of an agent that call the hook, and edits nothing. Spec
 * (enforcement): "Hooks".
 */
export async function gatewayHookInstall(options: HookOptions, { stdout, stderr }: Ports): Promise<ExitCode> {
  const { title, install } = HOOKS[options.agent];
  stderr.write(`put this into ${install.file}, or merge it with what is there; then start ${title} again\n`);
  stdout.write(`${JSON.stringify(install.settings(commandLine(options, install)), null, 2)}\n`);
  return EXIT.accepted;
}

/** The flags that take a path. */
const PATHS: readonly string[] = ['--policies', '--audit-log', '--approvals-dir', '--threats'];

function commandLine(given: HookOptions, { project, onFailure }: HookSettings): string {
  // an agent that has changed to another folder must not look for held calls there
  const { approvalsDir = project === '' ? undefined : APPROVALS_DIR } = given;
  const options = { ...given, approvalsDir };
  const words = HOOK_FLAGS.flatMap((flag) => {
    const name = nameOfFlag(flag);
    const value = options[keyOfFlag(name) as keyof HookOptions];
    if (value === undefined) return [];
    const quoted = shellCommand([String(value)]);
    return [name, PATHS.includes(name) && isRelative(quoted) ? `${project}${quoted}` : quoted];
  });
  return ['mcptest gateway hook', ...words].join(' ') + onFailure;
}

/** Whether a path depends on the folder in which a hook runs, which is not always the project. */
function isRelative(path: string): boolean {
  return !/^'?(\/|~|[A-Za-z]:)/.test(path);
}
