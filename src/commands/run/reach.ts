import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import {
  LONE_SERVER,
  type SuiteServer,
  type SuiteTransport,
  type TestSuite,
} from '../../artifacts/test-suite/model.ts';
import { InputError } from '../../errors.ts';
import { type Environment, reachServer } from '../../features/run/reach-server.ts';
import type { RunCase } from '../../features/run/run-model.ts';
import { headerSecrets, variablesOf } from '../../mcp/header-secrets.ts';
import type { Target } from '../../mcp/target.ts';
import { folderOf } from '../../text/folders.ts';
import { append } from '../../values/append.ts';
import { Masker, type Secret } from '../../values/masker.ts';

/** How to reach every server of a run, and what hides their secrets. */
export interface Reach {
  readonly targetOf: (suite: TestSuite, server: SuiteServer, transport: SuiteTransport | undefined) => Target;
  /** All of them. */
  readonly targets: readonly Target[];
  readonly masker: Masker;
  /** The values that came from the environment. */
  readonly secrets: readonly Secret[];
}

type CaseOf = RunCase & { readonly compiled: { readonly suite: TestSuite } };

/**
 * Reads how to reach the servers of all cases, before any is started.
 * @param other takes the place of the only server of each suite
 * @throws InputError when a variable is missing, or a suite has several servers and `other` is given
 */
export function reachAll(cases: readonly CaseOf[], other: Target | undefined, env: Environment): Reach {
  const targets = new Map<string, Target>();
  const secrets: Secret[] = [...variablesOf(other)];
  const key = ({ file }: TestSuite, name: string, transport: string | undefined) =>
    JSON.stringify([file, name, transport]);
  for (const { test, combination, compiled } of cases) {
    const { suite } = compiled;
    const calls = [...callsOf(test), ...suite.setup, ...suite.teardown];
    for (const name of test.skip === false ? new Set(calls.map(({ server }) => server)) : []) {
      const own = key(suite, name, combination.transport);
      const server = suite.servers.find((each) => each.name === name);
      if (targets.has(own) || !server) continue;
      const reached = other
        ? inPlace(other, suite, combination.transport)
        : reach(server, suite, combination.transport, env);
      targets.set(own, reached.target);
      append(secrets, reached.secrets);
    }
  }
  return {
    targetOf(suite, server, transport) {
      const target = targets.get(key(suite, server.name, transport));
      if (!target) throw new TypeError(`no one reads how to reach ${server.name}`);
      return target;
    },
    targets: [...targets.values()],
    masker: new Masker([...secrets, ...(other ? headerSecrets(other) : [])]),
    secrets,
  };
}

function reach(
  server: SuiteServer,
  suite: TestSuite,
  transport: SuiteTransport | undefined,
  env: Environment,
) {
  const { file, locate } = suite;
  return reachServer(server, transport, env, folderOf(file), (path) => ({ file, position: locate(path) }));
}

function inPlace(target: Target, suite: TestSuite, transport: SuiteTransport | undefined) {
  if (!suite.isLone) {
    throw new InputError({
      file: suite.file,
      path: ['servers'],
      message: 'has named servers, so a command or --url cannot take their place',
      help: `name the only server with \`${LONE_SERVER}:\`, or leave the command out`,
    });
  }
  if (transport !== undefined && transport !== target.kind) {
    throw new InputError({
      file: suite.file,
      path: ['matrix', 'transport'],
      message: `asks for \`${transport}\`, but the server of the command line is reached over ${target.kind}`,
      help: 'remove the other transport from the matrix, or let the suite name its server',
    });
  }
  return { target, secrets: [] };
}
