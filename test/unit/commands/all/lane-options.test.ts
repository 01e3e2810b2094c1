import { describe, expect, it } from 'vitest';
import { LANE_PATHS, laneKeys } from '../../../../src/artifacts/test-suite/lanes-schema.ts';
import { laneOptions } from '../../../../src/commands/all/lane-options.ts';
import { CONFORMANCE_FLAGS } from '../../../../src/commands/conformance/flags.ts';
import { EMIT_FLAGS, VERIFY_FLAGS } from '../../../../src/commands/evidence/flags.ts';
import { CERTIFY_FLAGS } from '../../../../src/commands/judge/flags.ts';
import { DIFF_FLAGS } from '../../../../src/commands/model-compat/flags.ts';
import { SECURITY_FLAGS } from '../../../../src/commands/security/flags.ts';
import { type FlagTable, keyOfFlag, nameOfFlag } from '../../../../src/flags.ts';

/** The flags of each lane, and those that `all` sets itself: what is asked, where the report goes, the time. */
const REPORT = ['--json', '--format', '--out', '--report', '--now'];
const SERVER = ['--url', '--header', '--header-env', '--bearer-env'];
const LANES: Record<keyof typeof LANE_PATHS, { flags: FlagTable; leftOut: readonly string[] }> = {
  security: { flags: SECURITY_FLAGS, leftOut: [...REPORT, ...SERVER, '--update-pins', '--rules'] },
  conformance: { flags: CONFORMANCE_FLAGS, leftOut: [...REPORT, ...SERVER] },
  judge: { flags: CERTIFY_FLAGS, leftOut: REPORT },
  model_compat: { flags: DIFF_FLAGS, leftOut: REPORT },
  evidence: {
    flags: [...EMIT_FLAGS, ...VERIFY_FLAGS],
    leftOut: [
      ...REPORT,
      ...['--security', '--conformance', '--reproducible', '--reproducible-with', '--statement', '--sign'],
      ...[
        '--sign-timeout',
        '--max-age',
        '--clock-skew',
        '--require-signed',
        '--repo',
        '--ref',
        '--run-report',
      ],
      ...['--certificate-identity', '--certificate-oidc-issuer', '--trusted-root'],
    ],
  },
};

interface Schema {
  readonly def: {
    readonly innerType: Schema;
    readonly shape: Readonly<Record<string, Schema>>;
    type: string;
  };
}

describe.each(Object.entries(LANES))('the lane %s', (name, { flags, leftOut }) => {
  const lane = laneKeys[name as keyof typeof LANE_PATHS] as unknown as Schema;
  const keys = Object.keys(lane.def.innerType.def.shape);

  it('has the flags of its command as keys', () => {
    const wanted = flags.map(nameOfFlag).filter((flag) => !leftOut.includes(flag));
    const asKeys = [...new Set(wanted)].map((flag) => flag.slice(2).replaceAll('-', '_'));
    expect(keys.filter((key) => key !== 'server').sort()).toEqual(asKeys.sort());
  });

  it('gives the command what its parser of flags would', () => {
    for (const flag of flags.filter((each) => !leftOut.includes(nameOfFlag(each)))) {
      const key = nameOfFlag(flag).slice(2).replaceAll('-', '_');
      const option = (value: string | number | boolean) =>
        (laneOptions([flag], { given: { [key]: value } }) as Record<string, unknown>)[
          keyOfFlag(nameOfFlag(flag))
        ];
      if (flag.kind === 'switch') expect([option(true), option(false)]).toEqual([true, undefined]);
      else if (flag.kind === 'value' && flag.times === 'repeated') expect(option('a')).toEqual(['a']);
      else if (flag.kind === 'value' && flag.takes.kind === 'number') expect(option(20)).toBe(20);
      else expect(option(0.1)).toBe(flag.kind === 'value' && flag.takes.kind === 'text' ? '0.1' : 0.1);
    }
  });

  it('knows which of its keys are paths', () => {
    expect(keys).toEqual(expect.arrayContaining([...LANE_PATHS[name as keyof typeof LANE_PATHS]]));
  });
});
