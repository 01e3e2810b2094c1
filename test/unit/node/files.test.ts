import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { nodeFiles } from '../../../src/node/files.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The one finding of an {@link InputError} that `act` throws. */
function refusal(act: () => unknown) {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const [diagnostic, ...others] = (error as InputError).diagnostics;
    expect(others).toEqual([]);
    return diagnostic;
  }
  return undefined;
}

describe('reading', () => {
  const read = (bytes: readonly number[] | string) => {
    writeFileSync(at('file'), typeof bytes === 'string' ? bytes : Buffer.from(bytes));
    return nodeFiles().readText(at('file'));
  };

  it.each(['', 'plain\n', 'Grüße, 世界 🌊\r\n'])('gives the text %j', (text) => {
    expect(read(text)).toBe(text);
    expect(read(`\ufeff${text}`), 'without the byte order mark').toBe(text);
  });

  it('says where a file stops being UTF-8', async () => {
    expect(refusal(() => read([0x61, 0x0a, 0xc3, 0xbc, 0x62, 0xff, 0x63]))).toEqual({
      file: at('file'),
      position: { line: 2, column: 3 },
      message: 'is not valid UTF-8',
      help: 'save the file as UTF-8',
    });
    expect(refusal(() => read([0xff, 0xfe, 0x61, 0x00]))).toMatchObject({ message: 'is UTF-16' });
    expect(refusal(() => read([0xfe, 0xff, 0x00, 0x61]))).toMatchObject({ message: 'is UTF-16' });
    expect(refusal(() => read([0x50, 0x4b, 3, 4, 0xff]))).toMatchObject({
      message: 'is a zip archive, not text',
    });
    expect(
      refusal(() => read([...Buffer.from('PAR1'), 0x15, 4])),
      'even if all of it is UTF-8',
    ).toEqual({
      file: at('file'),
      message: 'is a Parquet file, not text',
      help: `a log in Parquet is read as a table: pass \`--source parquet:${at('file')}\` to \`gateway backtest\` in place of --audit-log`,
    });
    await expect(async () => {
      for await (const lines of nodeFiles().readLines(at('file'))) expect(lines).toBe('not read');
    }).rejects.toThrow('is a Parquet file, not text');
    expect(read('PAR1 is a word\n')).toBe('PAR1 is a word\n');
  });

  it('says why a file cannot be read', () => {
    const messageFor = (path: string) => refusal(() => nodeFiles().readText(path))?.message;
    writeFileSync(at('file'), '');
    symlinkSync('loop', at('loop'));
    expect(messageFor(at('no'))).toBe('cannot be read: no such file or folder');
    expect(messageFor(folder)).toBe('cannot be read: it is a folder');
    expect(messageFor(at('file/inside'))).toBe('cannot be read: a part of its path is not a folder');
    expect(messageFor(at('n'.repeat(300)))).toBe('cannot be read: its name is too long');
    expect(messageFor(at('loop'))).toBe('cannot be read: its links go in a circle');
  });
});

describe('reading input without a size', () => {
  it('reads a pipe to its end', () => {
    execFileSync('bash', ['-c', `mkfifo ${at('pipe')}`]);
    const writer = spawn('bash', ['-c', `head -c 200000 /dev/zero | tr '\\0' x > ${at('pipe')}`]);
    expect(nodeFiles().readText(at('pipe'))).toBe('x'.repeat(200_000));
    writer.kill();
  });

  it('stops reading input that does not end', () => {
    execFileSync('bash', ['-c', `mkfifo ${at('pipe')}`]);
    const writer = spawn('bash', ['-c', `cat /dev/zero > ${at('pipe')}`]);
    expect(refusal(() => nodeFiles().readText(at('pipe')))?.message).toMatch(
      /^is longer than the \d+ MiB that this version of Node can read$/,
    );
    writer.kill();
  });

  it('does not wait for a pipe that a file names', () => {
    execFileSync('bash', ['-c', `mkfifo ${at('pipe')}`]);
    symlinkSync('pipe', at('link'));
    for (const name of ['pipe', 'link']) {
      expect(refusal(() => nodeFiles().readFile(at(name)))).toMatchObject({
        file: at(name),
        message: 'is a pipe, not a file',
      });
    }
  });

  it('opens no device and no socket', async () => {
    const server = createServer().listen(at('socket'));
    await once(server, 'listening');
    for (const read of ['readText', 'readFile'] as const) {
      expect(refusal(() => nodeFiles()[read]('/dev/zero'))?.message).toBe('is a device, not a file');
      expect(refusal(() => nodeFiles()[read](at('socket')))?.message).toBe('is a socket, not a file');
    }
    server.close();
  });
});

describe('listing a folder', () => {
  it('refuses a link: its target would not be listed', () => {
    mkdirSync(at('store/b'), { recursive: true });
    mkdirSync(at('results'));
    symlinkSync('../store/b', at('results/b'));
    expect(refusal(() => nodeFiles().listFolder(at('results')))).toMatchObject({
      file: at('results/b'),
      message: 'is a link, which is not followed',
    });
  });

  it('gives all files and folders, at any depth, in order', () => {
    for (const name of ['b', 'a/deep', 'a']) mkdirSync(at(name), { recursive: true });
    for (const name of ['b/checks.json', 'a/deep/checks.json', 'a/other.json']) writeFileSync(at(name), '');
    mkdirSync(at('a/checks.json'));
    expect(nodeFiles().listFolder(folder)).toEqual({
      files: [at('a/deep/checks.json'), at('a/other.json'), at('b/checks.json')],
      folders: [at('a'), at('a/checks.json'), at('a/deep'), at('b')],
    });
  });

  it('gives pipes and sockets too: nothing in the folder may be left out', async () => {
    execFileSync('bash', ['-c', `mkfifo ${at('pipe.json')}`]);
    writeFileSync(at('run.json'), '');
    const server = createServer();
    await new Promise<void>((done) => server.listen(at('socket.json'), done));
    try {
      expect(nodeFiles().listFolder(folder)?.files).toEqual(
        ['pipe.json', 'run.json', 'socket.json'].map((name) => at(name)),
      );
    } finally {
      server.close();
    }
  });

  it('gives null for a path that is not a folder', () => {
    writeFileSync(at('file'), '');
    for (const name of ['file', 'no', 'file/inside']) {
      expect(nodeFiles().listFolder(at(name))).toBeNull();
    }
  });

  it('lets reading report why a path cannot be inspected', () => {
    symlinkSync('loop', at('loop'));
    for (const name of ['loop', 'n'.repeat(300)]) {
      expect(nodeFiles().listFolder(at(name))).toBeNull();
    }
  });
});

describe('writing', () => {
  it('keeps a private file private', () => {
    writeFileSync(at('report'), 'old', { mode: 0o600 });
    nodeFiles().writeWhole(at('report'), 'new');
    expect(statSync(at('report')).mode & 0o777).toBe(0o600);
  });

  it('does not replace a link that leads nowhere', () => {
    symlinkSync('nowhere', at('link'));
    expect(refusal(() => nodeFiles().writeWhole(at('link'), 'text'))?.message).toBe(
      'is a link to a file that does not exist',
    );
    expect(readdirSync(folder)).toEqual(['link']);
  });

  it('keeps the leftovers of a killed run, and the inputs', () => {
    const stale = at(`report.${process.pid}-0.tmp`);
    writeFileSync(stale, 'of another run');
    nodeFiles().writeWhole(at('report'), 'text');
    expect(readFileSync(at('report'), 'utf8')).toBe('text');
    expect(readFileSync(stale, 'utf8')).toBe('of another run');

    const files = nodeFiles();
    files.readText(at('report'));
    symlinkSync('report', at('same'));
    for (const name of ['report', 'same']) {
      expect(refusal(() => files.writeWhole(at(name), 'other'))).toMatchObject({
        message: 'is an input of this command, and is left unchanged',
        help: 'name another file for the output',
      });
    }
    expect(readFileSync(at('report'), 'utf8')).toBe('text');
  });

  it.runIf(process.platform === 'linux')('writes whole below /dev/shm as anywhere else', () => {
    const path = `/dev/shm/mcptest-${process.pid}.json`;
    try {
      nodeFiles().writeWhole(path, 'first');
      nodeFiles().writeWhole(path, 'second');
      expect(readFileSync(path, 'utf8')).toBe('second');
      const files = nodeFiles();
      files.readText(path);
      expect(refusal(() => files.writeWhole(path, 'other'))?.message).toMatch(/^is an input of this command/);
      expect(readFileSync(path, 'utf8')).toBe('second');
    } finally {
      rmSync(path, { force: true });
    }
  });

  it('knows an input under each of its names', () => {
    writeFileSync(at('input'), 'text');
    linkSync(at('input'), at('hard'));
    symlinkSync('hard', at('link'));
    mkdirSync(at('sub'));
    symlinkSync('..', at('sub/up'));
    const open = openSync(at('input'), 'a');
    const names = ['hard', 'link', './input', 'sub/up/input'].map((name) => `${folder}/${name}`);
    if (process.platform === 'linux') names.push(`/proc/self/fd/${open}`, `/dev/fd/${open}`);
    const files = nodeFiles();
    files.readFile(at('input'));
    for (const path of names) {
      const writers = [
        () => files.writeWhole(path, 'report'),
        () => files.writeTogether([{ path, text: 'report' }]),
        () => files.checkTogether([{ path }]),
      ];
      for (const write of writers)
        expect(refusal(write)?.message, path).toMatch(/^is an input of this command/);
    }
    closeSync(open);
    expect(readFileSync(at('input'), 'utf8')).toBe('text');
  });

  it.runIf(process.platform === 'linux')(
    'replaces the file of an open descriptor, and appends nothing',
    () => {
      writeFileSync(at('old'), 'a longer text that was there');
      const open = openSync(at('old'), 'r+');
      nodeFiles().writeWhole(`/proc/self/fd/${open}`, 'report');
      closeSync(open);
      expect(readFileSync(at('old'), 'utf8')).toBe('report');
    },
  );

  it('writes two outputs to no file twice, whatever its names', () => {
    mkdirSync(at('a'));
    symlinkSync('a', at('b'));
    writeFileSync(at('one'), '');
    linkSync(at('one'), at('two'));
    for (const [first, second] of [
      ['a/new', 'b/new'],
      ['one', 'two'],
    ] as const) {
      const files = [first, second].map((name) => ({ path: at(name), text: name }));
      expect(refusal(() => nodeFiles().writeTogether(files))?.message).toBe('is the name of two outputs');
    }
    expect(readdirSync(at('a'))).toEqual([]);
  });

  it('creates and replaces a file, and leaves nothing else', () => {
    nodeFiles().writeWhole(at('report'), 'first');
    nodeFiles().writeWhole(at('report'), 'second');
    expect(readFileSync(at('report'), 'utf8')).toBe('second');
    expect(readdirSync(folder)).toEqual(['report']);
  });

  it('writes through a link', () => {
    writeFileSync(at('target'), '');
    symlinkSync('target', at('link'));
    nodeFiles().writeWhole(at('link'), 'text');
    expect(readFileSync(at('target'), 'utf8')).toBe('text');
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
  });

  it('writes to a device directly', () => {
    nodeFiles().writeWhole('/dev/null', 'text');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(refusal(() => nodeFiles().writeWhole('/dev/full', 'text'))?.message).toBe(
      'cannot be written: no space is left on the device',
    );
  });

  it('says why a file cannot be written, and leaves nothing', () => {
    const messageFor = (path: string) => refusal(() => nodeFiles().writeWhole(path, 'text'))?.message;
    mkdirSync(at('folder'));
    expect(messageFor(at('folder'))).toBe('cannot be written: it is a folder');
    expect(messageFor(at('no/report'))).toBe('cannot be written: no such file or folder');
    expect(messageFor(at('n'.repeat(300)))).toBe('cannot be written: its name is too long');
    expect(readdirSync(folder)).toEqual(['folder']);
  });

  it('never touches a file that is there when asked for a new one', () => {
    nodeFiles().writeNew(at('policy.yml'), 'first');
    expect(refusal(() => nodeFiles().writeNew(at('policy.yml'), 'second'))).toMatchObject({
      message: 'already exists, and is left unchanged',
    });
    expect(readFileSync(at('policy.yml'), 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['policy.yml']);
  });

  it('does not write a new file over a link that leads nowhere', () => {
    symlinkSync('nowhere', at('policy.yml'));
    expect(refusal(() => nodeFiles().writeNew(at('policy.yml'), 'text'))).toMatchObject({
      message: 'already exists, and is left unchanged',
    });
    expect(lstatSync(at('policy.yml')).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder)).toEqual(['policy.yml']);
  });
});

describe('looking around', () => {
  it('lists the entries directly in a folder, sorted; a link is not a folder', () => {
    mkdirSync(at('b'));
    writeFileSync(at('b/inside'), '');
    writeFileSync(at('a'), '');
    symlinkSync(at('b'), at('c'));
    expect(nodeFiles().listEntries(folder)).toEqual([
      { name: 'a', isFolder: false },
      { name: 'b', isFolder: true },
      { name: 'c', isFolder: false },
    ]);
    expect(nodeFiles().listEntries(at('a'))).toBeNull();
    expect(nodeFiles().listEntries(at('no'))).toBeNull();
  });

  it('resolves links, and returns null for a missing path', () => {
    writeFileSync(at('a'), '');
    symlinkSync(at('a'), at('link'));
    symlinkSync(at('nowhere'), at('broken'));
    symlinkSync(at('round'), at('round'));
    const { realPath } = nodeFiles();
    expect(realPath(at('link'))).toBe(realPath(at('a')));
    for (const name of ['no', 'a/below', 'broken', 'x'.repeat(5000)]) expect(realPath(at(name))).toBeNull();
    expect(refusal(() => realPath(at('round')))?.message).toBe('cannot be read: its links go in a circle');
  });
});
