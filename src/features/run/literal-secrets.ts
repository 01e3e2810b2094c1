import type { EnvValue, SuiteServer, TestSuite } from '../../artifacts/test-suite/model.ts';
import type { Diagnostic, ValuePath } from '../../diagnostic.ts';
import { Leaf } from '../../inspection/leaf.ts';
import { SECRET_DETECTORS } from '../../inspection/secret-detectors.ts';

/**
 * Returns a warning for each value of `env` or `headers` that is written into the suite and looks like a secret. The value
 * is not quoted.
 * Spec (suites and recording): "Settled"
 */
export function literalSecrets({ file, servers, locate }: TestSuite): Diagnostic[] {
  return servers.flatMap(valuesOf).flatMap(({ key, value, path }) => {
    if (typeof value !== 'string' || !looksSecret(key, value)) return [];
    return [
      {
        file,
        position: locate(path),
        path,
        message: 'looks like a secret, and everyone who reads the suite can read it',
        help: `set it in the environment, and write \`${key}: {from_env: NAME}\``,
      },
    ];
  });
}

function valuesOf({ stdio, http, path }: SuiteServer) {
  const entries = (values: Readonly<Record<string, EnvValue>> | undefined, at: ValuePath) =>
    Object.entries(values ?? {}).map(([key, value]) => ({ key, value, path: [...at, key] }));
  // a server with one endpoint has its keys on the server itself, and a path that does not exist is found next to it
  return [
    ...entries(stdio?.env, [...path, ...(http ? ['stdio'] : []), 'env']),
    ...entries(http?.headers, [...path, ...(stdio ? ['http'] : []), 'headers']),
  ];
}

function looksSecret(key: string, value: string): boolean {
  const leaf = new Leaf(value, key, [key], { tool: '' });
  return SECRET_DETECTORS.some(({ needs, find }) => {
    if ((needs & leaf.traits) === 0) return false;
    for (const _ of find(leaf)) return true;
    return false;
  });
}
