import { expect, it } from 'vitest';
import type { VERIFY_FLAGS } from '../../src/commands/evidence/flags.ts';
import type { SERVER_FLAGS } from '../../src/commands/live/flags.ts';
import {
  choice,
  choices,
  type FlagTable,
  flag,
  keyOfFlag,
  type OptionsOf,
  required,
  shorthand,
  value,
  values,
  whole,
} from '../../src/flags.ts';
import { readTarget } from '../../src/mcp/target.ts';

const FLAGS = [
  required('--policy <file>', 'the policy'),
  value('--max-age <duration>', 'how old'),
  values('--name <name>', 'which'),
  choice('--format <format>', 'how', ['pretty', 'json']),
  choices('--signal <category>', 'what', ['pii', 'secret']),
  whole('--max-flips <number>', 'how many', 0),
  flag('--gate', 'strictly'),
  flag('--no-cache', 'afresh'),
  shorthand('--json', '--format', 'json'),
] as const satisfies FlagTable;

/** Whether two types are the same; tsc checks what stands below. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

it('gives a command one option for each flag, typed by what the flag takes', () => {
  const same: Same<
    OptionsOf<typeof FLAGS>,
    {
      readonly policy: string;
      readonly maxAge: string | undefined;
      readonly name: readonly string[] | undefined;
      readonly format: 'pretty' | 'json' | undefined;
      readonly signal: readonly ('pii' | 'secret')[] | undefined;
      readonly maxFlips: number | undefined;
      readonly gate: true | undefined;
      readonly cache: boolean;
      readonly color: boolean;
      readonly debug: true | undefined;
    }
  > = true;
  expect(same).toBe(true);
});

it('does not compile when a flag is spelt otherwise than the command reads it', () => {
  const misspelt = [value('--max-old <duration>', 'how old')] as const satisfies FlagTable;
  const read = (options: OptionsOf<typeof misspelt>) => [
    options.maxOld,
    // @ts-expect-error: there is no --max-age in the table
    options.maxAge,
  ];
  // @ts-expect-error: the real table has --max-age
  const wrong = (options: OptionsOf<typeof VERIFY_FLAGS>) => options.maxOld;
  const right = (options: OptionsOf<typeof VERIFY_FLAGS>) => options.maxAge;
  expect([read, wrong, right]).toHaveLength(3);
});

it('does not compile when a helper reads a flag that the command does not have', () => {
  const misspelt = [
    value('--url <url>', 'the address'),
    values('--heder <header>', 'a header'),
  ] as const satisfies FlagTable;
  const open = (options: OptionsOf<typeof misspelt>) =>
    // @ts-expect-error: there is no --header in the table
    readTarget([], options, { env: {} });
  const opened = (options: OptionsOf<typeof SERVER_FLAGS>) => readTarget([], options, { env: {} });
  expect([open, opened]).toHaveLength(2);
});

it('refuses a word that is none of a choice', () => {
  // @ts-expect-error: no format is called xml
  const format: OptionsOf<typeof FLAGS>['format'] = 'xml';
  expect(format).toBe('xml');
});

it.each([
  ['--policy', 'policy'],
  ['--max-age', 'maxAge'],
  ['--certificate-oidc-issuer', 'certificateOidcIssuer'],
  ['--no-color', 'color'],
])('finds the value of %s under %s', (name, key) => {
  expect(keyOfFlag(name)).toBe(key);
});
