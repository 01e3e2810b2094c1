import * as z from 'zod/mini';
import { described, exactlyOneOf, having, withKeywords } from '../../documents/described.ts';
import { optional, text } from './call-schema.ts';

const variable = () =>
  z.string().check(z.regex(/^[^=\s\0]+$/, 'the name of an environment variable, such as API_TOKEN'));

const value = () =>
  z.union(
    [
      z.string(),
      z.strictObject({ from_env: described(variable(), 'the variable to read when the suite runs') }),
    ],
    'text, or `{from_env: NAME}`',
  );

const command = text();
const url = z
  .string()
  .check(z.regex(/^https?:\/\/\S+$/, 'an http or https URL such as http://127.0.0.1:3001/mcp'));

const PROGRAM = 'the program that starts the server on stdio';
const ADDRESS = 'the URL of a running server, over streamable HTTP';

const ofProgram = {
  args: optional(z.array(z.string()), 'the arguments of the program'),
  env: optional(z.record(variable(), value()), 'environment variables: texts, or `{from_env: NAME}`'),
  cwd: optional(text(), 'the folder in which the program starts, relative to the folder of the suite'),
};

const ofAddress = {
  headers: optional(
    z.record(z.string().check(z.regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'the name of a header')), value()),
    'HTTP headers: texts, or `{from_env: NAME}`',
  ),
  auth: optional(
    exactlyOneOf(
      z.strictObject({
        bearer_env: optional(variable(), 'the variable with the bearer token'),
        client_credentials: optional(
          z.strictObject({
            issuer: described(text(), 'the URL of the authorization server'),
            id_env: described(variable(), 'the variable with the client id'),
            secret_env: described(variable(), 'the variable with the client secret'),
            scope: optional(text(), 'the scopes to ask for, separated by blanks'),
          }),
          'the client credentials grant of OAuth',
        ),
      }),
      'bearer_env',
      'client_credentials',
    ),
    'how the client proves who it is; a browser is never opened',
  ),
};

const server = z.strictObject({
  command: optional(command, PROGRAM),
  ...ofProgram,
  url: optional(url, ADDRESS),
  ...ofAddress,
  stdio: optional(
    z.strictObject({ command: described(command, PROGRAM), ...ofProgram }),
    'how to start the server on stdio',
  ),
  http: optional(
    z.strictObject({ url: described(url, ADDRESS), ...ofAddress }),
    'how to reach the server over streamable HTTP',
  ),
});

/** Which key each of the others needs. */
const NEEDS = {
  ...Object.fromEntries(Object.keys(ofProgram).map((key) => [key, 'command'])),
  ...Object.fromEntries(Object.keys(ofAddress).map((key) => [key, 'url'])),
};

/** A server: the keys of one endpoint, or an endpoint for each transport. */
export const serverSchema = withKeywords(
  server.check((payload) => {
    for (const { path, message } of faultsOf(payload.value)) {
      payload.issues.push({ code: 'custom', input: payload.value, path, message });
    }
  }),
  {
    oneOf: [having('command'), having('url'), { anyOf: [having('stdio'), having('http')] }],
    dependentRequired: Object.fromEntries(Object.entries(NEEDS).map(([key, needed]) => [key, [needed]])),
  },
);

/** Returns what is wrong with the keys of a server, as the end of the sentence "must be ...". */
function faultsOf(written: z.output<typeof server>): { path: string[]; message: string }[] {
  const keys = Object.keys(written);
  const pair = keys.find((key) => key === 'stdio' || key === 'http');
  const [first, second] = keys.filter((key) => key === 'command' || key === 'url');
  if (pair !== undefined) {
    const stray = keys.filter((key) => key !== 'stdio' && key !== 'http');
    return stray.map((key) => {
      const side = key === 'command' || NEEDS[key] === 'command' ? 'stdio' : 'http';
      return { path: [key], message: `below \`${side}:\`, not next to \`${pair}\`` };
    });
  }
  if (second !== undefined) {
    const message = `left out next to \`${first}\`, or each below \`stdio:\` and \`http:\``;
    return [{ path: [second], message }];
  }
  if (first === undefined) {
    return [{ path: [], message: 'a mapping with `command` or `url`, or with `stdio` and `http`' }];
  }
  return keys
    .filter((key) => key !== first && NEEDS[key] !== first)
    .map((key) => ({
      path: [key],
      message: `left out: it belongs to \`${NEEDS[key]}\`, not to \`${first}\``,
    }));
}
