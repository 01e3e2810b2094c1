import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCheckout, ownFolder, TESTED_NODE } from '../support/packed.ts';

const own = ownFolder();
// one test changes the code of the program
for (const path of ['bin', 'dist', 'examples']) {
  cpSync(join(await builtCheckout(), path), join(own, path), { recursive: true });
}
const program = join(own, 'bin', 'mcptest.js');
/** A home of its own for each test: it holds no cache yet. */
let home: string;

afterAll(() => rmSync(own, { recursive: true, force: true }));

beforeEach(() => {
  home = mkdtempSync(join(own, 'home-'));
});

/** A gate that fails: what the code cache must never change. */
const GATE =
  'policy simulate --policy strict.yml --run-report run.json --judge-cert cert.json --gate --now 2026-01-01T00:00:00Z';

interface Run {
  readonly env?: Record<string, string>;
  readonly args?: string;
  readonly nodeArgs?: readonly string[];
}

function run({ env = {}, args = GATE, nodeArgs = [] }: Run = {}) {
  const { status, signal, stdout, stderr } = spawnSync(
    TESTED_NODE,
    [...nodeArgs, program, ...args.split(' ')],
    {
      cwd: join(own, 'examples', 'policy'),
      env: { HOME: home, LOCALAPPDATA: home, ...env },
      encoding: 'utf8',
      timeout: 100_000,
    },
  );
  return { status, signal, stdout, stderr };
}

const folder = () => join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'mcptest');
const files = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
/** The one cache that is there. */
const cache = () => {
  expect(files()).toHaveLength(1);
  return join(folder(), files()[0] as string);
};
/** Every write makes a new file: the same one means that V8 took every code that it holds. */
const identity = (path: string) => {
  // a new file may get the number of one that was just replaced
  const { ino, mtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${mtimeNs}`;
};
/** The first of the two bodies of a cache; its first line is its length. */
const bodyOf = (bytes: Buffer) => bytes.subarray(0, Number(bytes.toString('latin1', 0, 16)));
/** Whether a cache is as it was written: the body twice. */
const isWhole = (bytes: Buffer) => {
  const body = bodyOf(bytes);
  return body.length > 1000 && body.equals(bytes.subarray(body.length, 2 * body.length));
};

describe('the code cache', () => {
  it('is made by the first start, for the user alone, and taken by the second', () => {
    const first = run();
    expect(first).toMatchObject({ status: 1, stderr: '' });
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(cache()).mode & 0o777).toBe(0o600);
    const made = identity(cache());
    expect(run()).toEqual(first);
    expect(identity(cache())).toBe(made);
  });

  it('is that of one command, and grows with what its runs load', () => {
    run();
    const { size } = statSync(cache());
    run({ args: `${GATE} --format junit` });
    expect(statSync(cache()).size).toBeGreaterThan(size);
    const made = identity(cache());
    run();
    run({ args: `${GATE} --format junit` });
    expect(identity(cache())).toBe(made);
    run({ args: 'policy check strict.yml' });
    expect(files()).toHaveLength(2);
  });

  it('is not that of other flags of V8', () => {
    run();
    run({ nodeArgs: ['--no-lazy-feedback-allocation'] });
    expect(files()).toHaveLength(2);
  });

  it('is not made by a run that could not do its work', () => {
    run({ args: 'policy simulate --policy none.yml' });
    run({ args: 'polic' });
    expect(files()).toEqual([]);
  });

  it('is not made by a long run, whose start is a small part', () => {
    const used = (seconds: number) => {
      const stub = join(home, `used-${seconds}.cjs`);
      writeFileSync(stub, `process.cpuUsage = () => ({ user: ${seconds}e6, system: 0 });`);
      return { NODE_OPTIONS: `--require "${stub}"` };
    };
    expect(run({ env: used(4) }).status).toBe(1);
    expect(files()).toEqual([]);
    expect(run({ env: used(2) }).status).toBe(1);
    expect(files()).toHaveLength(1);
  });

  it('stays whole when many start at once', async () => {
    const runs = Array.from({ length: 6 }, () => {
      const child = spawn(TESTED_NODE, [program, ...GATE.split(' ')], {
        cwd: join(own, 'examples', 'policy'),
        env: { HOME: home, LOCALAPPDATA: home },
        stdio: 'ignore',
      });
      return new Promise((resolve) => child.on('exit', resolve));
    });
    expect(await Promise.all(runs)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(isWhole(readFileSync(cache()))).toBe(true);
  });

  it('makes room: the oldest go first', () => {
    run();
    const old = join(folder(), 'v0.0.0-x64-00000000-old');
    const recent = join(folder(), 'v0.0.0-x64-00000000-recent');
    writeFileSync(old, Buffer.alloc(2 ** 24));
    writeFileSync(recent, Buffer.alloc(2 ** 24));
    utimesSync(old, 1, 1);
    utimesSync(recent, 2, 2);
    run({ args: 'policy check strict.yml' });
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
  });

  it('makes no room with files of another program that uses the folder', () => {
    run();
    const cacheOfOther = join(folder(), 'results.db');
    writeFileSync(cacheOfOther, Buffer.alloc(2 ** 26));
    utimesSync(cacheOfOther, 1, 1);
    run({ args: 'policy check strict.yml' });
    expect(files()).toHaveLength(3);
    expect(existsSync(cacheOfOther)).toBe(true);
  });
});

const EMPTY = `${'16'.padStart(15)}\n`;
const OTHER = `${'24'.padStart(15)}\n[[1]]  \n`;
const withoutSources = (bytes: Buffer) => bytes.subarray(0, 2 * bodyOf(bytes).length);

describe('a damaged code cache', () => {
  /** Runs with a cache that something was done to: what comes out is the same, and the cache is made anew. */
  function expectUnharmed(damage: (path: string) => void): void {
    const expected = run();
    expect(expected).toMatchObject({ status: 1, stderr: '' });
    damage(cache());
    const made = existsSync(cache()) && identity(cache());
    expect(run()).toEqual(expected);
    expect(isWhole(readFileSync(cache()))).toBe(true);
    expect(identity(cache())).not.toBe(made);
  }

  it.each<[string, (path: string) => void]>([
    ['garbage', (path) => writeFileSync(path, 'garbage!')],
    ['empty', (path) => writeFileSync(path, '')],
    ['cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 100_000))],
    ['twice nothing', (path) => writeFileSync(path, `${EMPTY}${EMPTY}`)],
    ['a list of other things', (path) => writeFileSync(path, `${OTHER}${OTHER}`)],
    ['without its second body', (path) => writeFileSync(path, bodyOf(readFileSync(path)))],
    ['without the sources', (path) => writeFileSync(path, withoutSources(readFileSync(path)))],
  ])('may be %s', (_, damage) => expectUnharmed(damage));

  it('may have any byte flipped', () => {
    const expected = run();
    const intact = readFileSync(cache());
    for (let index = 0; index < 24; index++) {
      const bytes = Buffer.from(intact);
      // a spread of places in both bodies and the sources, the header's first bytes among them
      const at = index < 4 ? index * 9 : Math.floor((index * bytes.length) / 24);
      bytes[at] = (bytes[at] as number) ^ (1 << (index % 8));
      writeFileSync(cache(), bytes);
      const flipped = identity(cache());
      expect(run()).toEqual(expected);
      expect(readFileSync(cache()).equals(bytes)).toBe(false);
      expect(identity(cache())).not.toBe(flipped);
    }
  });
});

describe('a code cache of other code of the same length', () => {
  /** The chunk in which a rule that fails makes the verdict. */
  function verdictChunk(): string {
    const dist = join(own, 'dist');
    const names = readdirSync(dist).filter((name) => /^shared-.*\.cjs$/.test(name));
    expect(names).toHaveLength(1);
    return join(dist, names[0] as string);
  }

  it('changes no verdict', () => {
    const expected = run();
    expect(expected).toMatchObject({ status: 1 });
    const chunk = verdictChunk();
    const source = readFileSync(chunk, 'utf8');
    const other = source.replaceAll('verdict:`fail`', 'verdict:`pass`');
    expect(other.length).toBe(source.length);
    expect(other === source).toBe(false);
    writeFileSync(chunk, other);
    const changed = run();
    run();
    writeFileSync(chunk, source);
    expect(changed).toMatchObject({ status: 0 });
    // the cache that lies there now was made of the other code
    expect(run()).toEqual(expected);
    expect(run()).toEqual(expected);
  });
});

describe('a place for the code cache', () => {
  it.each<[string, Record<string, string>]>([
    ['MCPTEST_NO_CODE_CACHE', { MCPTEST_NO_CODE_CACHE: '1' }],
    ['NODE_DISABLE_COMPILE_CACHE', { NODE_DISABLE_COMPILE_CACHE: '1' }],
  ])('is not used when %s is set', (_, env) => {
    expect(run({ env })).toMatchObject({ status: 1, stderr: '' });
    expect(readdirSync(home)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is where XDG_CACHE_HOME says', () => {
    const caches = join(home, 'caches');
    run({ env: { XDG_CACHE_HOME: caches } });
    expect(readdirSync(home)).toEqual(['caches']);
    expect(readdirSync(join(caches, 'mcptest'))).toHaveLength(1);
  });

  it.each<[string, Record<string, string>]>([
    ['no home', { HOME: '' }],
    ['a home that is not there', { HOME: '/nonexistent' }],
    ['a home that is a file', { HOME: '/dev/null' }],
    ['a home without a root', { HOME: 'relative' }],
  ])('is done without when there is %s', (_, env) => {
    expect(run({ env: { LOCALAPPDATA: '', ...env } })).toMatchObject({ status: 1, stderr: '' });
    expect(existsSync('/nonexistent')).toBe(false);
    expect(existsSync(join(own, 'examples', 'policy', 'relative'))).toBe(false);
  });

  const onlyRoot = it.skipIf(process.getuid?.() !== 0);
  /** Whether a run used, or replaced, the one file of a folder that was taken over in some way. */
  function expectUnused(takeOver: () => void): void {
    const expected = run();
    const made = readFileSync(cache());
    takeOver();
    const [before] = files();
    expect(run()).toEqual(expected);
    // not even a file that fits is read: it would not have to fit
    expect(readFileSync(join(folder(), before as string)).equals(made)).toBe(true);
    writeFileSync(join(folder(), before as string), 'garbage!');
    expect(run()).toEqual(expected);
    expect(readFileSync(join(folder(), before as string), 'utf8')).toBe('garbage!');
  }

  it.skipIf(process.platform === 'win32')('is not used when others may write there', () => {
    expectUnused(() => chmodSync(folder(), 0o777));
  });

  it.skipIf(process.platform === 'win32')('is not used when it is a link', () => {
    expectUnused(() => {
      renameSync(folder(), join(home, 'elsewhere'));
      symlinkSync(join(home, 'elsewhere'), folder());
    });
  });

  onlyRoot('is not used when it is that of somebody else', () => {
    expectUnused(() => chownSync(folder(), 1000, 1000));
  });

  onlyRoot('is not made in the home of somebody else', () => {
    chownSync(home, 1000, 1000);
    expect(run()).toMatchObject({ status: 1, stderr: '' });
    expect(readdirSync(home)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('holds no link, and no file that others may write', () => {
    const expected = run();
    const path = cache();
    const kept = join(home, 'kept');
    cpSync(path, kept);
    renameSync(path, join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), path);
    expect(run()).toEqual(expected);
    expect(statSync(join(home, 'elsewhere')).size).toBe(statSync(kept).size);
    expect(identity(cache())).not.toBe(identity(join(home, 'elsewhere')));
    chmodSync(cache(), 0o666);
    expect(run()).toEqual(expected);
    expect(statSync(cache()).mode & 0o777).toBe(0o600);
  });
});
