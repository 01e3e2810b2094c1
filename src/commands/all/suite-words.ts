import { laneKeys } from '../../artifacts/test-suite/lanes-schema.ts';
import type { LaneName } from '../../features/all/report-schema.ts';
import { nameOfFlag } from '../../flags.ts';
import { own } from '../../values/own-property.ts';
import { ALL_FLAGS } from './flags.ts';

/** The key of a suite that switches a lane on, where keys below it stand for flags of the command. */
const KEY_OF = {
  security: 'security',
  'conformance run': 'conformance',
  'judge certify': 'judge',
  'model-compat diff': 'model_compat',
  evidence: 'evidence',
  'evidence verify': 'evidence',
} as const satisfies Partial<Record<LaneName, keyof typeof laneKeys>>;

const OWN_FLAGS: ReadonlySet<string> = new Set(ALL_FLAGS.map(nameOfFlag));

/**
 * Says in a message of a lane what to write into the suite, in place of a flag that `mcptest all` does not take:
 * `--source-from-git` becomes `` `evidence: { source_from_git: true }` ``. Flags that `mcptest all` takes, and those that no suite can set, are left.
 */
export function inSuiteWords(lane: LaneName, text: string): string {
  const name = own<string>(KEY_OF, lane) as (typeof KEY_OF)[keyof typeof KEY_OF] | undefined;
  if (name === undefined) return text;
  const keys: Readonly<Record<string, { readonly def: object }>> = laneKeys[name].def.innerType.def.shape;
  return text.replace(FLAG, (flag: string) => {
    const spelling = flag.replaceAll('`', '');
    const key = spelling.slice(2).replaceAll('-', '_');
    const takes = OWN_FLAGS.has(spelling) ? undefined : own(keys, key);
    return takes === undefined ? flag : `\`${name}: { ${key}: ${isSwitch(takes) ? 'true' : '…'} }\``;
  });
}

/** A flag as messages write it, by itself or in backticks of its own. */
const FLAG = /(?<![\w`-])--[a-z]+(?:-[a-z]+)*(?![\w`-])|`--[a-z]+(?:-[a-z]+)*`/g;

/** Whether a key takes only true or false. */
function isSwitch({ def }: { readonly def: object }): boolean {
  const { innerType } = def as { innerType?: { def: { type: string } } };
  return innerType?.def.type === 'boolean';
}
