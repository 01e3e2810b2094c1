import type { ApprovalsFolder, Ports } from '../../ports.ts';
import { HeldCalls } from './held-calls.ts';

/** Where held calls are, unless `--approvals-dir` names another folder. */
export const APPROVALS_DIR = '.mcptest/approvals';

/** Opens the held calls of `--approvals-dir`. @throws InputError if others have access to the folder */
export function openHeldCalls(
  { approvalsDir: path = APPROVALS_DIR }: { readonly approvalsDir?: string | undefined },
  { approvals, sha256 }: Pick<Ports, 'approvals' | 'sha256'>,
): { readonly calls: HeldCalls; readonly path: string } {
  if (!approvals) throw new Error('there are no folders of approvals here');
  const folder: ApprovalsFolder = approvals(path);
  return { calls: new HeldCalls(folder, sha256), path };
}
