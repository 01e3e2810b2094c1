import type { ValuePath } from '../../diagnostic.ts';
import type { FaultList } from '../../documents/fault-list.ts';
import { present } from '../../values/own-property.ts';
import type { HttpServer, StdioServer, SuiteServer } from './model.ts';
import type { WrittenServer } from './schema.ts';

/** Reads a server as it is written: the keys of one endpoint, or `stdio` and `http` with an endpoint each. */
export function readServer(
  name: string,
  written: WrittenServer,
  path: ValuePath,
  faults: FaultList,
): SuiteServer {
  const stdio = toStdio(written.stdio ?? written);
  const http = toHttp(written.http ?? written);
  if (stdio) checkStdio(stdio, written.stdio ? [...path, 'stdio'] : path, faults);
  if (http) checkHttp(http, written.http ? [...path, 'http'] : path, faults);
  return present({ name, path, stdio, http });
}

function toStdio({
  command,
  args,
  env,
  cwd,
}: Pick<WrittenServer, 'command' | 'args' | 'env' | 'cwd'>): StdioServer | undefined {
  return command === undefined ? undefined : present({ command, args, env, cwd });
}

function toHttp({
  url,
  headers,
  auth,
}: Pick<WrittenServer, 'url' | 'headers' | 'auth'>): HttpServer | undefined {
  return url === undefined ? undefined : present({ url, headers, auth: auth as HttpServer['auth'] });
}

function checkStdio({ cwd }: StdioServer, path: ValuePath, faults: FaultList): void {
  refuseProto([...path, 'env'], 'variable', faults);
  if (cwd !== undefined && leadsOut(cwd)) {
    faults.fault(
      [...path, 'cwd'],
      `\`${cwd}\` leads out of the folder of the suite`,
      'put the suite into a folder above, or write an absolute path',
    );
  }
}

function checkHttp({ url, auth, headers }: HttpServer, path: ValuePath, faults: FaultList): void {
  refuseProto([...path, 'headers'], 'header', faults);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) faults.fault([...path, 'url'], 'must be an http or https URL');
  // the message does not quote it: it may contain a secret
  else if (parsed.username !== '' || parsed.password !== '') {
    faults.fault(
      [...path, 'url'],
      'must not contain a user name or a password',
      'pass credentials with `auth: {bearer_env: NAME}` or `headers`',
    );
  }
  if (auth) {
    const authorization = Object.keys(headers ?? {}).find((name) => name.toLowerCase() === 'authorization');
    if (authorization !== undefined) {
      faults.fault(
        [...path, 'headers', authorization],
        'the server has `auth` and an `Authorization` header',
        'keep one of them',
        'key',
      );
    }
  }
  const issuer = auth && 'client_credentials' in auth ? auth.client_credentials?.issuer : undefined;
  if (issuer !== undefined && !/^https?:$/.test(URL.canParse(issuer) ? new URL(issuer).protocol : '')) {
    faults.fault([...path, 'auth', 'client_credentials', 'issuer'], 'must be an http or https URL');
  }
}

/** Schemas leave out a key named `__proto__`, so it would be ignored silently. */
export function refuseProto(path: ValuePath, what: string, faults: FaultList): void {
  if (faults.entriesAt(path).every(([key]) => key !== '__proto__')) return;
  faults.fault([...path, '__proto__'], `no ${what} can be called \`__proto__\``, undefined, 'key');
}

/** Whether a relative path leads out of its folder. */
function leadsOut(path: string): boolean {
  let depth = 0;
  if (/^([\\/]|[A-Za-z]:)/.test(path)) return false;
  for (const step of path.split(/[\\/]/)) {
    if (step === '..') depth -= 1;
    else if (step !== '' && step !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
