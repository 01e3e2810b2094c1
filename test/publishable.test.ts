import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACEHOLDER, publishFaults } from '../scripts/publish-faults.ts';

const root = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const URL = 'https://git.acme.test/tools/mcptest';
const READY = {
  version: '1.2.3',
  homepage: `${URL}#readme`,
  repository: { url: `git+${URL}.git` },
  bugs: { url: `${URL}/issues` },
  publishConfig: { provenance: true },
};
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n';
const ENV = { SOURCE_DATE_EPOCH: '1780315200' };

describe('publishing', () => {
  it('is allowed when all is there', () => {
    expect(publishFaults(READY, CHANGELOG, ENV)).toEqual([]);
  });

  it.each([
    ['homepage', { ...READY, homepage: undefined }, '`homepage`'],
    ['repository', { ...READY, repository: { url: `git+${PLACEHOLDER}.git` } }, '`repository`'],
    ['bugs', { ...READY, bugs: {} }, '`bugs`'],
    ['provenance', { ...READY, publishConfig: {} }, '`publishConfig.provenance`'],
    ['changelog', { ...READY, version: '1.2.4' }, '`## [1.2.4]`'],
  ])('is refused without its %s', (_, changed, named) => {
    const faults = publishFaults(changed, CHANGELOG, ENV);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(named);
  });

  it.each([{}, { SOURCE_DATE_EPOCH: '' }, { SOURCE_DATE_EPOCH: 'now' }])('is refused with %j', (env) => {
    expect(publishFaults(READY, CHANGELOG, env)).toEqual([expect.stringContaining('SOURCE_DATE_EPOCH')]);
  });

  it('asks before npm does anything, and this repository has no owner yet', () => {
    expect(manifest.scripts.prepublishOnly).toBe('tsx scripts/publishable.ts');
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    const addresses = [manifest.homepage, manifest.repository.url, manifest.bugs.url];
    const isOpen = addresses.some((address) => address.includes(PLACEHOLDER));
    const args = ['--import', 'tsx', 'scripts/publishable.ts'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...ENV },
    });
    if (!isOpen) return;
    expect(status).toBe(1);
    expect(stderr.split('\n').filter((line) => line.includes('names no repository'))).toHaveLength(3);
  });
});
