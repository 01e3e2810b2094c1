import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAuditFile } from '../../../src/node/audit-file.ts';
import { nodeFiles } from '../../../src/node/files.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-audit-'));
  path = join(folder, 'audit.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = (file = path) => readFileSync(file, 'utf8');
const names = () => readdirSync(folder).sort();

function append(lines: readonly string[], mostBytes?: number): void {
  const log = openAuditFile(path, mostBytes);
  for (const line of lines) log.append(line);
  log.close();
}

describe('the audit file', () => {
  it('is created for its owner only, and appended to', () => {
    append(['one']);
    append(['two', 'three']);
    expect(text()).toBe('one\ntwo\nthree\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('takes the lines of several writers', () => {
    const logs = [openAuditFile(path), openAuditFile(path)];
    for (let line = 0; line < 6; line++) logs[line % 2]?.append(`${line}`);
    for (const log of logs) log.close();
    expect(text()).toBe('0\n1\n2\n3\n4\n5\n');
  });

  it('is renamed before it is longer than its size, and loses no line', () => {
    append(['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee'], 10);
    expect(text()).toBe('eeee\n');
    const rotated = names().filter((name) => name !== 'audit.ndjson');
    expect(rotated.every((name) => /^audit\.ndjson\.\d{8}T\d{6}\.\d{3}Z-\d+(\.\d+)?$/.test(name))).toBe(true);
    const all = names().map((name) => text(join(folder, name)));
    expect(all.join('').split('\n').filter(Boolean).sort()).toEqual(['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee']);
  });

  it('keeps what was renamed at the same moment', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    append(['aaaa', 'bbbb', 'cccc', 'dddd'], 5);
    vi.useRealTimers();
    expect(names()).toHaveLength(4);
  });

  it('takes a line that is longer than its size', () => {
    append(['a line of some length'], 5);
    expect(text()).toBe('a line of some length\n');
  });

  it('is begun anew when it was moved or removed', () => {
    const log = openAuditFile(path);
    log.append('one');
    renameSync(path, join(folder, 'moved'));
    log.append('two');
    rmSync(path);
    log.append('three');
    log.close();
    expect(text()).toBe('three\n');
    expect(text(join(folder, 'moved'))).toBe('one\n');
  });

  it('ends a line that was cut off before it writes the next', () => {
    writeFileSync(path, 'one\ntw');
    append(['three']);
    expect(text()).toBe('one\ntw\nthree\n');
  });

  it('follows a link, and refuses what is no file', () => {
    symlinkSync(join(folder, 'real'), path);
    writeFileSync(join(folder, 'real'), '');
    append(['one']);
    expect(text(join(folder, 'real'))).toBe('one\n');
    expect(() => openAuditFile('/dev/null')).toThrow('is a device, not a file');
    expect(() => openAuditFile(folder)).toThrow('cannot be written: it is a folder');
    expect(() => openAuditFile(join(folder, 'none', 'log'))).toThrow('no such file or folder');
  });

  it('refuses a file that the command reads', () => {
    const files = nodeFiles();
    writeFileSync(path, 'version: "1"\npolicies: []');
    files.readText(path);
    expect(() => files.openAuditFile(path)).toThrow('is an input of this command');
  });
});
