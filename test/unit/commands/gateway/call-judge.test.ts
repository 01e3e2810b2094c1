import { beforeEach, describe, expect, it } from 'vitest';
import { type HoldSettings, RecordingJudge } from '../../../../src/commands/gateway/call-judge.ts';
import { HeldCalls } from '../../../../src/commands/gateway/held-calls.ts';
import { LiveRules } from '../../../../src/commands/gateway/live-rules.ts';
import { InputError } from '../../../../src/errors.ts';
import {
  readClientMessage,
  type ToolRequest,
} from '../../../../src/features/gateway/enforce/proxy/client-message.ts';
import type { Fate } from '../../../../src/features/gateway/enforce/proxy/fate.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import type { ApprovalsFolder, Ports } from '../../../../src/ports.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

type EnforceOptions = ConstructorParameters<typeof LiveRules>[0];

const START = Date.parse('2026-06-01T12:00:00Z');
const RULES = `
version: "1"
policies:
  - {name: no drops, toolPattern: db.drop, action: deny}
  - {name: ask, toolPattern: "db.*", action: require_approval}
`;

let now = START;
let stderr = '';
let isLogFull = false;
let texts: Record<string, string> = {};
/** What happens while a held call waits, at the turn with this number. */
let turns: (() => void)[] = [];
beforeEach(() => {
  now = START;
  stderr = '';
  isLogFull = false;
  turns = [];
});

/** A folder of held calls in memory. */
function memoryFolder(): ApprovalsFolder {
  const held = new Map<string, string>();
  let made = 0;
  return {
    path: 'approvals',
    names: () => [...held.keys()].sort(),
    read: (name) => held.get(name),
    create: (name, text) => {
      if (held.has(name)) return false;
      held.set(name, text);
      return true;
    },
    remove: (name) => void held.delete(name),
    chance: () => (made++).toString(16).padStart(8, '0'),
  };
}

function setUp(given: Partial<HoldSettings> = {}) {
  const files = memoryFiles({ 'p.yml': RULES });
  let noteChange = () => {};
  texts = files.texts;
  const openAuditFile: typeof files.openAuditFile = (path) => {
    const log = files.openAuditFile(path);
    const append = (line: string) => {
      if (isLogFull) throw new InputError({ file: path, message: 'the disk is full' });
      log.append(line);
    };
    return { append, close: () => log.close() };
  };
  const ports = {
    files: { ...files, openAuditFile },
    sha256,
    systemTime: () => now,
    watch: () => ({
      next: () =>
        new Promise<readonly string[]>((resolve) => {
          noteChange = () => resolve([]);
        }),
      close() {},
    }),
    stderr: {
      isTerminal: false,
      write(text: string) {
        stderr += text;
      },
    },
  } as unknown as Ports;
  const rules = new LiveRules({ policies: 'p.yml', auditLog: 'audit.ndjson' } as EnforceOptions, ports);
  const held = new HeldCalls(memoryFolder(), sha256);
  const pause = async (milliseconds: number) => {
    now += milliseconds;
    turns.shift()?.();
    // changed rules are read in microtasks
    await new Promise(setImmediate);
  };
  const settings = { hold: 1000, ttl: 900_000, approvalsDir: undefined, pause, ...given };
  const changeRules = (text: string) => {
    texts['p.yml'] = text;
    noteChange();
  };
  return { judge: new RecordingJudge(rules, held, settings, ports), held, changeRules };
}

function call(
  tool: string,
  { id = 1, args = '{}', more = '' }: { id?: number | string | null; args?: string; more?: string } = {},
) {
  const key = id === null ? '' : `"id":${id},`;
  const text = `{"jsonrpc":"2.0",${key}"method":"tools/call","params":{"name":"${tool}","arguments":${args}${more}}}`;
  return readClientMessage(text, JSON.parse(text)) as ToolRequest;
}

async function fateOf(judge: RecordingJudge, asked: ToolRequest): Promise<Fate> {
  const judged = judge.judge(asked);
  return 'fate' in judged ? await judged.fate : judged;
}

/** What the log says of each call. */
const logged = () =>
  (texts['audit.ndjson'] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ decision, approval }) => [decision, approval?.state, approval?.by].filter(Boolean).join(' '));

describe('the judge of a proxy', () => {
  it('passes and denies what the rules settle, and logs both', async () => {
    const { judge } = setUp();
    expect(await fateOf(judge, call('mail.send'))).toEqual({ kind: 'pass' });
    expect(await fateOf(judge, call('db.drop'))).toMatchObject({
      kind: 'denied',
      words: expect.stringContaining('denied by policy `no drops`'),
    });
    expect(logged()).toEqual(['allow', 'deny']);
    expect([judge.deniesAlways('db.drop'), judge.deniesAlways('mail.send')]).toEqual([true, false]);
  });

  it('lets nothing pass that is not logged', async () => {
    const { judge, held } = setUp();
    isLogFull = true;
    const words = 'denied: the audit log cannot be written; do not retry, tell the user';
    expect(await fateOf(judge, call('mail.send'))).toEqual({ kind: 'denied', words });
    expect(stderr).toContain('the disk is full');
    turns = [() => decide(held, 'approved')];
    expect(await fateOf(judge, call('db.write'))).toEqual({ kind: 'denied', words });
  });

  it('records a message that nothing could be decided about', () => {
    const { judge } = setUp();
    judge.noteFault('the message is not JSON');
    expect(texts['audit.ndjson']).toContain('the message is not JSON');
  });
});

/** Decides about the only held call that is open. */
function decide(held: HeldCalls, verdict: 'approved' | 'denied'): void {
  const open = held.ids().find((id) => !held.verdictOn(id) && !held.endOf(id));
  held.decide(open ?? '', { verdict, by: 'ann', at: now });
}

describe('a held call', () => {
  it('passes once when a person approves it', async () => {
    const { judge, held } = setUp();
    turns = [() => {}, () => decide(held, 'approved')];
    expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind: 'pass' });
    expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind: 'denied' });
    expect(logged()).toEqual(['require_approval approved ann', 'require_approval expired']);
  });

  it('is denied when a person denies it', async () => {
    const { judge, held } = setUp();
    turns = [() => decide(held, 'denied')];
    const { words } = (await fateOf(judge, call('db.write'))) as { words: string };
    expect(words).toContain('denied by `ann`; do not retry');
    expect(logged()).toEqual(['require_approval denied ann']);
  });

  it('is answered when nobody decides in time, with the command that approves it', async () => {
    const { judge, held } = setUp({ approvalsDir: 'my approvals' });
    const { words } = (await fateOf(judge, call('db.write'))) as { words: string };
    const [id = ''] = held.ids();
    expect(words).toContain(`mcptest gateway approvals approve ${id} --approvals-dir 'my approvals'`);
    expect(now).toBe(START + 1000);
    expect(logged()).toEqual(['require_approval expired']);
  });

  it('is told of on standard error at once, with the command that approves it', async () => {
    const { judge, held } = setUp({ approvalsDir: 'my approvals' });
    let told = '';
    turns = [() => (told = stderr), () => {}, () => decide(held, 'approved')];
    expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind: 'pass' });
    const [id = ''] = held.ids();
    expect(told).toBe(
      `held: \`db.write\` waits for approval as ${id}; approve it with: mcptest gateway approvals approve ${id} --approvals-dir 'my approvals'\n`,
    );
    expect(stderr, 'once').toBe(told);
  });

  it('passes at once when it was approved after its client had gone', async () => {
    const { judge, held } = setUp();
    await fateOf(judge, call('db.write'));
    decide(held, 'approved');
    expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind: 'pass' });
  });

  it.each(['cancelled', 'gone'] as const)(
    'is forgotten without an answer when its client has %s',
    async (why) => {
      const { judge, held } = setUp();
      const judged = judge.judge(call('db.write'));
      if (!('fate' in judged)) throw new Error('not held');
      judged.withdraw(why);
      judged.withdraw('gone');
      expect(await judged.fate).toEqual({ kind: 'dropped' });
      expect(logged()).toEqual(['require_approval abandoned']);
      // a client that is only gone may come back and ask again
      expect(held.endOf(held.ids()[0] ?? '')?.end).toBe(why === 'cancelled' ? 'abandoned' : undefined);
    },
  );

  it('is dropped when nobody waits for its answer', async () => {
    const { judge, held } = setUp();
    expect(await fateOf(judge, call('db.write', { id: null }))).toEqual({ kind: 'dropped' });
    expect(held.ids()).toEqual([]);
    expect(logged()).toEqual(['require_approval abandoned']);
  });

  it('is denied when a number in it is too long to be compared', async () => {
    const { judge, held } = setUp();
    const asked = call('db.write', { args: '{"id":12345678901234567890}' });
    expect(await fateOf(judge, asked)).toMatchObject({
      words: expect.stringContaining('too long to be compared'),
    });
    expect(held.ids()).toEqual([]);
    expect(logged()).toEqual(['require_approval denied mcptest']);
  });

  it('waits although its own identifier is such a number', async () => {
    const { judge, held } = setUp();
    turns = [() => decide(held, 'approved')];
    expect(await fateOf(judge, call('db.write', { id: '9007199254740993125' }))).toMatchObject({
      kind: 'pass',
    });
  });

  it('waits again when another client has used the approval', async () => {
    const { judge, held } = setUp();
    turns = [
      () => {
        decide(held, 'approved');
        held.end(held.ids()[0] ?? '', { end: 'used', at: now });
      },
    ];
    expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind: 'denied' });
    expect(held.ids()).toHaveLength(2);
    expect(logged()).toEqual(['require_approval expired']);
  });

  it.each([
    ['allow', 'pass', ['allow']],
    ['deny', 'denied', ['deny']],
  ])(
    'is decided anew when the rules have changed to %s meanwhile, and uses up no approval',
    async (action, kind, log) => {
      const { judge, held, changeRules } = setUp();
      turns = [
        () => changeRules(RULES.replace('require_approval', action)),
        () => {},
        () => decide(held, 'approved'),
      ];
      expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind });
      expect(logged()).toEqual(log);
      expect(held.endOf(held.ids()[0] ?? '')).toBeUndefined();
    },
  );

  it('has the rule set of the decision that held it, and not of one that came in force meanwhile', async () => {
    const { judge, held, changeRules } = setUp();
    const changed = RULES.replace('{name: ask,', '{name: ask first,');
    turns = [() => changeRules(changed)];
    const judged = judge.judge(call('db.write'));
    if (!('fate' in judged)) throw new Error('not held');
    await judged.fate;
    const calls = () => held.ids().map((id) => held.find(id)?.held);
    const records = () =>
      (texts['audit.ndjson'] ?? '').split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    expect(calls()).toMatchObject([{ policy: 'ask', ruleSet: sha256(RULES) }]);
    expect(records()).toMatchObject([{ policy: 'ask', ruleSet: sha256(RULES) }]);
    // held again under the changed rules, with what these say
    turns = [
      () => changeRules(RULES),
      () => {
        for (const id of held.ids()) held.end(id, { end: 'abandoned', at: now });
      },
    ];
    await fateOf(judge, call('db.write', { args: '{"a":1}' }));
    const [again, last] = calls()
      .filter((each) => each?.created !== START)
      .sort((one, other) => (one?.created ?? 0) - (other?.created ?? 0));
    expect(again).toMatchObject({ policy: 'ask first', ruleSet: sha256(changed) });
    expect(last).toMatchObject({ policy: 'ask', ruleSet: sha256(RULES) });
    expect(records()[1]).toMatchObject({ policy: 'ask', ruleSet: sha256(RULES) });
  });

  it('is not held again when its time is over, or its client has gone, as another ends it', async () => {
    const { judge, held } = setUp();
    const end = () => void held.end(held.ids().at(-1) ?? '', { end: 'abandoned', at: now });
    turns = [
      () => {
        end();
        now += 10_000;
      },
    ];
    expect(await fateOf(judge, call('db.write'))).toMatchObject({ kind: 'denied' });
    const judged = judge.judge(call('db.write'));
    if (!('fate' in judged)) throw new Error('not held');
    turns = [
      () => {
        end();
        judged.withdraw('gone');
      },
    ];
    expect(await judged.fate).toEqual({ kind: 'dropped' });
    expect(held.ids()).toHaveLength(2);
    expect(logged()).toEqual(['require_approval expired', 'require_approval abandoned']);
  });

  it('is denied when it cannot be held', async () => {
    const { judge, held } = setUp();
    held.hold = () => {
      throw new InputError({ message: '1000 calls wait for approval, and no more are held' });
    };
    const { words } = (await fateOf(judge, call('db.write'))) as { words: string };
    expect(words).toContain('1000 calls wait for approval');
    expect(stderr).toContain('1000 calls wait for approval');
  });

  it('goes on without a second approval when its server asks back, once', async () => {
    const { judge, held } = setUp();
    turns = [() => decide(held, 'approved')];
    const fate = await fateOf(judge, call('db.write'));
    if (fate.kind !== 'pass') throw new Error('not passed');
    fate.onQuestion?.('step-1');
    const again = call('db.write', { more: ',"requestState":"step-1","inputResponses":{}' });
    expect(await fateOf(judge, again)).toMatchObject({ kind: 'pass' });
    expect(await fateOf(judge, again)).toMatchObject({ kind: 'denied' });
    expect(logged()).toEqual([
      'require_approval approved ann',
      'require_approval approved ann',
      'require_approval expired',
    ]);
  });
});
