import type {
  EnvValue,
  HttpServer,
  StdioServer,
  SuiteServer,
  SuiteTransport,
} from '../../artifacts/test-suite/model.ts';
import type { Diagnostic, ValuePath } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import type { Target } from '../../mcp/target.ts';
import { shortSecret } from '../../text/secret-forms.ts';
import type { Secret } from '../../values/masker.ts';
import { present } from '../../values/own-property.ts';

/** The environment of the program that runs a suite. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How to reach a server, and the values that no report may show. */
export interface Reached {
  readonly target: Target;
  readonly secrets: readonly Secret[];
}

/**
 * Returns how to reach a server of a suite. Values of `from_env`, `bearer_env` and the like are read from the environment.
 * @param folder of the suite: `cwd` is seen from there
 * @throws InputError for each variable that is not set, empty, or too short to be hidden
 */
export function reachServer(
  server: SuiteServer,
  transport: SuiteTransport | undefined,
  env: Environment,
  folder: string,
  at: (path: ValuePath) => Pick<Diagnostic, 'file' | 'position'>,
): Reached {
  const values = new EnvReader(env, at);
  const { stdio, http, path } = server;
  const wanted = transport ?? (stdio ? 'stdio' : 'http');
  const target =
    wanted === 'stdio' && stdio
      ? toStdio(stdio, [...path, ...(http ? ['stdio'] : [])], folder, values)
      : http && toHttp(http, [...path, ...(stdio ? ['http'] : [])], values);
  if (!target) {
    throw new InputError({
      ...at(path),
      path,
      message: `has no \`${wanted}\`, which \`matrix.transport\` asks for`,
      help: `add \`${wanted}:\` to the server, or remove it from the matrix`,
    });
  }
  if (values.problems.length > 0) throw new InputError(values.problems);
  return { target, secrets: values.secrets };
}

function toStdio(
  { command, args = [], env, cwd }: StdioServer,
  path: ValuePath,
  folder: string,
  values: EnvReader,
): Target {
  return {
    kind: 'stdio',
    command,
    args,
    ...present({
      env: env && values.readAll(env, [...path, 'env']),
      cwd: cwd === undefined ? undefined : inside(folder, cwd),
    }),
  };
}

function toHttp({ url, headers = {}, auth }: HttpServer, path: ValuePath, values: EnvReader): Target {
  const own = values.readAll(headers, [...path, 'headers']);
  if (!auth) return { kind: 'http', url, headers: own };
  const at = [...path, 'auth'];
  if ('bearer_env' in auth) {
    const token = values.read(auth.bearer_env, [...at, 'bearer_env']);
    return { kind: 'http', url, headers: { ...own, Authorization: `Bearer ${token}` } };
  }
  const { issuer, id_env, secret_env, scope } = auth.client_credentials;
  const inner = [...at, 'client_credentials'];
  const id = values.read(id_env, [...inner, 'id_env']);
  const secret = values.read(secret_env, [...inner, 'secret_env']);
  return { kind: 'http', url, headers: own, credentials: { issuer, id, secret, ...present({ scope }) } };
}

function inside(folder: string, cwd: string): string {
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(cwd);
  return isAbsolute ? cwd : `${folder}/${cwd}`;
}

/** Reads variables, and collects those that are missing. */
class EnvReader {
  readonly problems: Diagnostic[] = [];
  readonly secrets: Secret[] = [];
  readonly #env: Environment;
  readonly #at: (path: ValuePath) => Pick<Diagnostic, 'file' | 'position'>;

  constructor(env: Environment, at: (path: ValuePath) => Pick<Diagnostic, 'file' | 'position'>) {
    this.#env = env;
    this.#at = at;
  }

  read(name: string, path: ValuePath): string {
    const value = Object.hasOwn(this.#env, name) ? this.#env[name] : undefined;
    if (value === undefined || value === '') {
      const state = value === undefined ? 'is not set' : 'is empty';
      this.problems.push({
        ...this.#at(path),
        path,
        message: `the variable \`${name}\` ${state}`,
        help: `set it where you run mcptest, or name another one in \`${path.at(-1)}\``,
      });
      return '';
    }
    const short = shortSecret(name, value);
    if (short) this.problems.push({ ...this.#at(path), path, ...short });
    this.secrets.push({ name, value });
    return value;
  }

  readAll(values: Readonly<Record<string, EnvValue>>, path: ValuePath): Record<string, string> {
    const read: Record<string, string> = Object.create(null);
    for (const [key, value] of Object.entries(values)) {
      read[key] = typeof value === 'string' ? value : this.read(value.from_env, [...path, key, 'from_env']);
    }
    return read;
  }
}
