import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HeldCalls } from '../../../../src/commands/gateway/held-calls.ts';
import { argumentsDigest } from '../../../../src/features/gateway/enforce/approval-binding.ts';
import { openApprovalsFolder } from '../../../../src/node/approvals-folder.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { callToHold, HELD_AT } from '../../../support/held-samples.ts';

let scratch = '';
let folder = '';
const running: ChildProcess[] = [];
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'mcptest-held-'));
  folder = join(scratch, 'deep/approvals');
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true });
});

const open = () => new HeldCalls(openApprovalsFolder(folder), sha256);
const approve = (id: string, at = HELD_AT + 500) => open().decide(id, { verdict: 'approved', by: 'ann', at });
const use = (call = callToHold(), now = HELD_AT + 1000) => open().useDecision(call, now);

describe('held calls', () => {
  it('are files that only the owner can read, in a folder that only the owner can open', () => {
    const held = open().hold(callToHold());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual([`${held.id}.json`]);
    expect(statSync(join(folder, `${held.id}.json`)).mode & 0o777).toBe(0o600);
    expect(open().find(held.id)).toEqual({ held, verdict: undefined, end: undefined });
  });

  it('pass once after an approval', () => {
    const { id } = open().hold(callToHold());
    expect(use()).toBeUndefined();
    expect(approve(id)).toBe(true);
    expect(use()).toEqual({ verdict: 'approved', by: 'ann', at: HELD_AT + 500 });
    expect(use()).toBeUndefined();
  });

  it.each([
    ['another tool', callToHold({ tool: 'db.read' })],
    ['another server', callToHold({ server: 'other' })],
    ['no server', callToHold({ server: undefined })],
    ['another agent', callToHold({ agent: 'bot' })],
    ['other arguments', callToHold({ arguments: { table: 'user' } })],
    ['no arguments', callToHold({ argsSha256: argumentsDigest(undefined, sha256) })],
  ])('are not approved for %s, and a mismatch does not use an approval up', (_, other) => {
    approve(open().hold(callToHold()).id);
    expect(use(other)).toBeUndefined();
    expect(use()?.verdict).toBe('approved');
  });

  it('are the same whatever the order of their keys', () => {
    expect(argumentsDigest({ a: 1, b: [{ d: 1, c: 2 }] }, sha256)).toBe(
      argumentsDigest({ b: [{ c: 2, d: 1 }], a: 1 }, sha256),
    );
    expect(argumentsDigest({}, sha256)).toBe(argumentsDigest(undefined, sha256));
    expect(argumentsDigest({ a: '1' }, sha256)).not.toBe(argumentsDigest({ a: 1 }, sha256));
  });

  it('expire, and so does an approval that is not used in the same time', () => {
    const { id, expires } = open().hold(callToHold());
    approve(id, expires - 1);
    expect(use(callToHold(), expires + 899_998)).toBeDefined();
    const late = open().hold(callToHold());
    approve(late.id, expires - 1);
    expect(use(callToHold(), expires + 899_999)).toBeUndefined();
  });

  it('keep the first decision', () => {
    const { id } = open().hold(callToHold());
    expect(open().decide(id, { verdict: 'denied', by: 'bob', at: HELD_AT + 1 })).toBe(true);
    expect(approve(id)).toBe(false);
    expect(use()).toMatchObject({ verdict: 'denied', by: 'bob' });
  });

  it('never run after their client has withdrawn them', () => {
    const { id } = open().hold(callToHold());
    expect(open().end(id, { end: 'abandoned', at: HELD_AT })).toBe(true);
    approve(id);
    expect(use()).toBeUndefined();
  });

  it('are taken up again when nobody waits for them any more, and not while somebody does', () => {
    const { id } = open().hold(callToHold());
    const other = open().hold(callToHold()).id;
    expect(other).not.toBe(id);
    const later = { created: HELD_AT + 60_000, waits: HELD_AT + 120_000, expires: HELD_AT + 960_000 };
    expect([id, other]).toContain(open().hold(callToHold(later)).id);
  });

  it('are no more than a thousand', () => {
    open().hold(callToHold());
    for (let n = 1; n < 1000; n++) {
      writeFileSync(join(folder, `${n.toString(16).padStart(16, '0')}.json`), '');
    }
    expect(() => open().hold(callToHold())).toThrow('1000 calls wait for approval');
  });

  it('are cleared away a day after they were over', () => {
    const { id, expires } = open().hold(callToHold());
    approve(id, expires - 1);
    use(callToHold(), expires);
    const at = (created: number) => callToHold({ tool: 'x', created, waits: created, expires: created + 1 });
    open().hold(at(expires + 899_998 + 86_400_000));
    expect(open().find(id)).toBeDefined();
    open().hold(at(expires + 899_999 + 86_400_000));
    expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('are not found by a name that is no identifier', () => {
    const { id } = open().hold(callToHold());
    writeFileSync(join(scratch, 'deep/0.json'), readFileSync(join(folder, `${id}.json`)));
    expect(open().find('../0')).toBeUndefined();
    expect(open().find(`./${id}`)).toBeUndefined();
  });

  it('count only under their own name, and undamaged', () => {
    const { id } = open().hold(callToHold());
    const text = readFileSync(join(folder, `${id}.json`), 'utf8');
    const other = `${id.slice(0, 8)}00000000`;
    writeFileSync(join(folder, `${other}.json`), text);
    approve(other);
    expect(use()).toBeUndefined();
    expect(() => open().find(other)).toThrow('holds the call');
    writeFileSync(join(folder, `${id}.decision.json`), '{"verdict": "approved"');
    expect(use()).toBeUndefined();
    expect(() => open().find(id)).toThrow('found the end of the file');
  });

  it('leave out arguments that are too long to be read', () => {
    const { id } = open().hold(callToHold({ arguments: { text: 'x'.repeat(70_000) } }));
    expect(open().find(id)?.held.arguments).toBeUndefined();
  });
});

describe('the folder of held calls', () => {
  it.skipIf(process.platform === 'win32')('is refused when others can open it', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o750);
    expect(open).toThrow('can be opened by other users');
  });

  it('is refused when it is a link or a file', () => {
    mkdirSync(join(scratch, 'deep'));
    symlinkSync(scratch, folder);
    expect(open).toThrow('is not a folder');
    rmSync(folder);
    writeFileSync(folder, '');
    expect(open).toThrow('is not a folder');
  });

  it('is not made by looking', () => {
    expect(open().ids()).toEqual([]);
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe('many programs at once', () => {
  let racer = '';
  let made = '';
  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), 'mcptest-racer-'));
    racer = join(made, 'racer.mjs');
    const input = join(import.meta.dirname, '../../../support/approval-racer.ts');
    await build({ input, platform: 'node', output: { file: racer } });
  });
  afterAll(() => rmSync(made, { recursive: true }));

  function start(what: string, argument = ''): ChildProcess {
    const child = spawn(process.execPath, [racer, folder, what, argument], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    return child;
  }

  async function told(what: string, argument?: string): Promise<unknown> {
    const child = start(what, argument);
    let said = '';
    child.stdout?.on('data', (piece) => {
      said += piece;
    });
    await once(child, 'close');
    return JSON.parse(said);
  }

  /** Runs a hundred programs, ten at a time. */
  async function hundred(what: string, argumentOf: (n: number) => string): Promise<unknown[]> {
    const results: unknown[] = [];
    let next = 0;
    const lane = async () => {
      while (next < 100) results.push(await told(what, argumentOf(next++)));
    };
    await Promise.all(Array.from({ length: 10 }, lane));
    return results;
  }

  it('use each approval once', async () => {
    for (let n = 0; n < 60; n++) approve(open().hold(callToHold()).id);
    // No program may use all of them, however long it runs before the others.
    const used = (await hundred('use', () => '6')) as number[];
    expect(used.reduce((sum, each) => sum + each, 0)).toBe(60);
    expect(used.filter((each) => each > 0).length).toBeGreaterThanOrEqual(10);
  }, 120_000);

  it('use the one approval of a call once', async () => {
    approve(open().hold(callToHold()).id);
    const used = (await hundred('use', () => '60')) as number[];
    expect(used.filter((each) => each > 0)).toEqual([1]);
  }, 120_000);

  it('lose no held call', async () => {
    const ids = await hundred('hold', String);
    expect(new Set(ids).size).toBe(100);
    expect([...open().ids()].sort()).toEqual([...ids].sort());
    for (const id of ids) expect(open().find(id as string)).toBeDefined();
  }, 120_000);

  it('decide a call once', async () => {
    const { id } = open().hold(callToHold());
    const won = await hundred('decide', () => id);
    expect(won.filter((each) => each === true)).toHaveLength(1);
  }, 120_000);

  it('leave nothing broken when one is killed', async () => {
    const child = start('holdForever');
    let said = '';
    const enough = new Promise<void>((resolve) => {
      child.stdout?.on('data', (piece) => {
        said += piece;
        if (said.split('\n').length > 50) resolve();
      });
    });
    await enough;
    child.kill('SIGKILL');
    await once(child, 'close');
    const ids = said.split('\n').filter((line) => line.length === 16);
    for (const id of open().ids()) expect(open().find(id)).toBeDefined();
    for (const id of ids) expect(open().ids()).toContain(id);
    expect(() => open().hold(callToHold())).not.toThrow();
  }, 60_000);
});
