import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all test files of a run share; {@link madeOnce} puts into it what several of them need. */
    readonly sharedFolder: string;
  }
}

/** Makes the folder before the first test file of a run starts, and removes it after the last has ended. */
export default function shareFolder(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-shared-')));
  project.provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
