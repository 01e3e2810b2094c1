import * as z from 'zod/mini';
import { validate } from '../../documents/validate.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { valueAt } from '../../values/own-property.ts';
import type { SnapshotFile } from './model.ts';

const snapshotSchema = z.strictObject({
  version: z.literal('1'),
  snapshots: z.record(z.string(), z.unknown()),
});

/**
 * Reads the snapshots of a suite.
 * @throws InputError when the file is damaged: a damaged snapshot must not count as a missing one
 */
export function readSnapshots(source: string, file: string): SnapshotFile {
  const document = parseYaml(source, file);
  validate(snapshotSchema, document);
  // as the file has it: the schema leaves out a key named `__proto__`
  const snapshots = valueAt(document.value, ['snapshots']) as Readonly<Record<string, unknown>>;
  const keys = document.keys?.(['snapshots']) ?? Object.keys(snapshots);
  return new Map(keys.map((key) => [key, valueAt(snapshots, [key])]));
}
