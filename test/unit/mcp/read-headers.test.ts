import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { headerSecrets } from '../../../src/mcp/header-secrets.ts';
import { readOtherTarget, readTarget } from '../../../src/mcp/target.ts';

const env = { TOKEN: 'quiet-word', KEY: 'deep-well', EMPTY: '', BROKEN: 'a\nb' };
const none = { header: undefined, headerEnv: undefined, bearerEnv: undefined };
const url = 'http://127.0.0.1:3001/mcp';

describe('headers of a server', () => {
  it('come from flags and from the environment', () => {
    const options = {
      url,
      header: ['Accept-Language: de'],
      headerEnv: ['X-Api-Key=KEY'],
      bearerEnv: 'TOKEN',
    };
    const target = readTarget([], options, { env });
    expect(target).toMatchObject({
      headers: {
        'Accept-Language': 'de',
        'X-Api-Key': 'deep-well',
        Authorization: 'Bearer quiet-word',
      },
    });
    expect(headerSecrets(target).map(({ name, value }) => [name, value])).toEqual([
      ['KEY', 'deep-well'],
      ['TOKEN', 'quiet-word'],
    ]);
  });

  it.each([
    [{ headerEnv: ['X-Api-Key'] }, '--header-env must be the name of a header and of a variable'],
    [{ headerEnv: ['X Api=KEY'] }, '--header-env must be the name of a header and of a variable'],
    [{ headerEnv: ['X-Api-Key=deep well'] }, '--header-env must be the name of a header and of a variable'],
    [{ headerEnv: ['X-Api-Key=NONE'] }, '--header-env names `NONE`, which is not set'],
    [{ headerEnv: ['X-Api-Key=toString'] }, '--header-env names `toString`, which is not set'],
    [{ bearerEnv: 'EMPTY' }, '--bearer-env names `EMPTY`, which is empty'],
    [{ bearerEnv: 'BROKEN' }, 'which has characters that no header can hold'],
    [{ bearerEnv: 'quiet-word' }, '--bearer-env must be the name of a variable'],
    [{ header: ['authorization: x'], bearerEnv: 'TOKEN' }, 'the header `Authorization` is given twice'],
    [{ headerEnv: ['A=KEY', 'a=TOKEN'] }, 'the header `a` is given twice'],
  ])('are refused as %j, without a value', (options, message) => {
    const read = () => readTarget([], { ...none, url, ...options }, { env });
    expect(read).toThrow(InputError);
    expect(read).toThrow(message);
    for (const value of ['quiet-word', 'deep-well', 'deep well']) expect(read).not.toThrow(value);
  });

  it.each([
    ['--header', { header: ['A: b'] }],
    ['--header-env', { headerEnv: ['A=KEY'] }],
    ['--bearer-env', { bearerEnv: 'TOKEN' }],
  ])('%s needs a URL, also where a suite has a server', (flag, options) => {
    for (const command of [['node'], []]) {
      const read = () => readOtherTarget(command, { ...none, url: undefined, ...options }, { env });
      expect(read).toThrow(`${flag} needs --url`);
    }
  });

  it('leave the server of a suite where it is, if no flag names another', () => {
    expect(readOtherTarget([], { ...none, url: undefined }, { env })).toBeUndefined();
  });
});
