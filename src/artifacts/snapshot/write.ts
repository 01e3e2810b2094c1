import { toYamlBlock } from '../../documents/yaml-block.ts';
import { toYamlText } from '../../documents/yaml-flow.ts';
import type { SnapshotFile } from './model.ts';

/** Writes the snapshots of a suite, sorted by name so that a new one is one block in a diff. */
export function writeSnapshots(snapshots: SnapshotFile): string {
  const names = [...snapshots.keys()].sort();
  const blocks = names.map((name) => `\n  ${toYamlText(name)}:\n${toYamlBlock(snapshots.get(name), 4)}`);
  return [
    '# Snapshots of answers. `mcptest run --update-snapshots` writes this file: review what changes.\n',
    'version: "1"\n',
    names.length === 0 ? 'snapshots: {}\n' : `snapshots:${blocks.join('')}`,
  ].join('');
}
