import { createRequire } from 'node:module';

/** What the tests use of chdb, which is ClickHouse as a library. */
export interface ChdbSession {
  query(statement: string): string;
  queryBind(statement: string, values: Readonly<Record<string, unknown>>): string;
  close(): void;
}

const require = createRequire(import.meta.url);
/** It has 540 MB, and not every registry has it for every system: CI installs it, `npm ci` does not. */
const CHDB = 'chdb';

function isInstalled(): boolean {
  try {
    require.resolve(CHDB);
    return true;
  } catch {
    return false;
  }
}

/**
 * Why ClickHouse cannot be tested here; undefined if it can. In CI that is no excuse: a source that nobody read was not tested.
 * `.mcptest/policy.yml` bounds what may be skipped, too.
 */
export const NO_CHDB =
  isInstalled() || process.env.CI
    ? undefined
    : 'chdb is not installed: run `npm install --no-save chdb@3.4.0`';

/** Starts a session. @throws if chdb is not installed */
export function openChdb(): ChdbSession {
  const { Session } = require(CHDB) as { readonly Session: new () => ChdbSession };
  return new Session();
}
