import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { optional, text } from './call-schema.ts';

const INSIDE = 'a path inside the folder of the suite, such as `labels.jsonl`';

/** A path that does not leave the folder of the suite: a suite of a stranger could otherwise name any file. */
const path = () => text().check(z.regex(/^(?![/\\]|[A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))/, INSIDE));

const paths = () => z.union([path(), z.array(path()).check(z.minLength(1))], 'a path, or a list of paths');

const SHARE = 'a number from 0 to 1';
const share = () => z.number(SHARE).check(z.gte(0, SHARE), z.lte(1, SHARE));

const PERCENT = 'a percentage from 0 to 100';
const percent = () => z.number(PERCENT).check(z.gte(0, PERCENT), z.lte(100, PERCENT));

const count = (least: number) => {
  const wanted = `a whole number, ${least} or more`;
  return z.int(wanted).check(z.minimum(least, wanted));
};

const duration = () => {
  const wanted = 'a duration such as 30s or 90d';
  return z.string(wanted).check(z.regex(/^(?:\d{1,9}(?:ms|[smhdw]))+$/, wanted));
};

const ofServer = {
  server: optional(
    z.union([text(), z.array(text()).check(z.minLength(1))], 'a name, or a list of names'),
    'the name of the server, where the suite has several, or the names of those that are asked',
  ),
  timeout: optional(
    duration(),
    'how long the server may take to start and to answer each request; 30s by default',
  ),
};

/**
 * What `mcptest all` does in addition to the tests. The keys of a lane are the flags of its command, with `_` for `-`: a
 * test compares the two.
 * Spec (reports): "The whole loop in one place"
 */
export const laneKeys = {
  security: optional(
    z.strictObject({
      ...ofServer,
      protocol: optional(text(), 'legacy, modern or a revision; by default what the server prefers'),
      config: optional(paths(), 'configurations of clients that are scanned, too'),
      pins: optional(path(), 'the lock file: each change of the server since it was written is a finding'),
      baseline: optional(path(), 'an earlier report in JSON: what it has does not count'),
      suppress: optional(path(), 'findings that do not count, each with a reason and an end'),
      fail_on: optional(
        z.enum(['critical', 'high', 'medium', 'low', 'info']),
        'the least severity that rejects; high by default',
      ),
    }),
    '`mcptest all` scans the server as `mcptest security` does',
  ),
  conformance: optional(
    z.strictObject({
      ...ofServer,
      spec: optional(z.enum(['both', '2025-11-25', '2026-07-28']), 'the revision of MCP; both by default'),
      min_verified: optional(percent(), 'the least share of the MUSTs that must be verified; 60 by default'),
      expected_failures: optional(path(), 'checks that may fail'),
    }),
    '`mcptest all` checks the server as `mcptest conformance run` does',
  ),
  judge: optional(
    z.strictObject({
      labels: described(path(), 'the labels: JSON Lines, one row a line'),
      judge_model: described(text(), 'the model that judges'),
      prompt_file: optional(path(), 'the prompt of the judge; the certificate gets its SHA-256'),
      bins: optional(count(2), 'the number of bins; 10 by default'),
      binning: optional(z.enum(['width', 'mass']), 'bins of equal width, or with equally many rows'),
      max_ece: optional(share(), 'the largest upper bound of the calibration error; 0.1 by default'),
      max_brier: optional(share(), 'the largest upper bound of the Brier score; 0.25 by default'),
      min_samples: optional(count(20), 'the fewest items; 200 by default'),
      confidence: optional(share(), 'the confidence of every bound; 0.95 by default'),
      chance: optional(share(), 'the accuracy of guessing; 0.5 by default'),
      allow_order_bias: optional(z.boolean(), 'true: a judge whose verdict changes with the order may pass'),
      item_key: optional(text(), 'the member that says which item a row is about; id by default'),
      valid_for: optional(duration(), 'how long the certificate holds; 90d by default'),
    }),
    '`mcptest all` certifies a judge as `mcptest judge certify` does',
  ),
  model_compat: optional(
    z.strictObject({
      baseline: described(paths(), 'recordings of the model that you have: files, folders or globs'),
      candidate: described(paths(), 'recordings of the model that you may switch to'),
      aa: optional(paths(), 'further recordings of the baseline, to measure its noise'),
      suite: optional(path(), 'a suite of scenarios, which says whether a run holds'),
      case_key: optional(text(), 'the member of a recording that names its case, or a JSON Pointer'),
      verdict_key: optional(text(), 'the member of a recording that says whether it holds'),
      alpha: optional(share(), 'the significance level; 0.05 by default'),
      equal: optional(path(), 'which tools are equal, and which arguments do not count'),
      compare_text: optional(z.boolean(), 'true: a different text of the final response is a change'),
      fail_on: optional(z.enum(['fail', 'drift']), 'the mildest class that rejects; fail by default'),
    }),
    '`mcptest all` compares two models as `mcptest model-compat diff` does',
  ),
  scenarios: optional(
    z.array(path()).check(z.minLength(1)),
    'suites of scenarios that `mcptest all` replays as `mcptest scenario run` does',
  ),
  evidence: optional(
    z.strictObject({
      sign_key: optional(path(), 'the private key that signs the evidence; `--sign-key` names one elsewhere'),
      key: optional(path(), 'the public key that the signature must verify with'),
      source_from_git: optional(z.boolean(), 'true: commit, branch and repository are those of git'),
      require_origin: optional(z.boolean(), 'true: evidence that names no commit is rejected'),
    }),
    '`mcptest all` makes evidence of the run as `mcptest evidence` does, and verifies it',
  ),
  policy: optional(
    path(),
    'the policy of the release, which decides about everything that `mcptest all` made',
  ),
};

/** The keys of each lane that name files. */
export const LANE_PATHS = {
  security: ['config', 'pins', 'baseline', 'suppress'],
  conformance: ['expected_failures'],
  judge: ['labels', 'prompt_file'],
  model_compat: ['baseline', 'candidate', 'aa', 'suite', 'equal'],
  evidence: ['sign_key', 'key'],
} as const;
