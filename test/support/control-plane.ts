import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeldCalls } from '../../src/commands/gateway/held-calls.ts';
import { main } from '../../src/main.ts';
import { openApprovalsFolder } from '../../src/node/approvals-folder.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { callToHold } from './held-samples.ts';
import { Conformance } from './open-api.ts';

/** A rule set with comments, an id, and a rule without one. */
export const RULES = `# the rules of the shop
version: "1"

policies:
  # nobody deletes
  - id: no-deletes
    name: No deletes # for good
    toolPattern: "*.delete_*"
    action: deny
  - name: Hold writes / db
    toolPattern: db.write
    action: require_approval
    priority: 50
`;

/** Tokens of people who may do one thing each, and of one who may do all. */
const TOKENS = {
  tokens: [
    { name: 'ann', token: 'token-of-ann-all', scopes: ['policies:read', 'policies:write', 'approvals'] },
    { name: 'ro', token: 'token-of-reader', scopes: ['policies:read'] },
    { name: 'wo', token: 'token-of-writer', scopes: ['policies:write'] },
    { name: 'bob', token: 'token-of-bob', scopes: ['approvals'] },
  ],
};

/** The token that may do everything. */
export const ALL = 'token-of-ann-all';

/** A response with its text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the members they expect
  readonly json: any;
}

/** What a test sends. */
export interface Sent {
  readonly token?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A control plane that runs in this process, with its files in a folder of its own. */
export class ControlPlane {
  readonly folder = mkdtempSync(join(tmpdir(), 'mcptest-serve-'));
  readonly conformance: Conformance;
  /** What it has written on standard error. */
  errors = '';
  origin = '';
  /** The time of its clock. */
  now = Date.parse('2026-06-01T12:01:00Z');
  #stop = () => {};
  #ended: Promise<number> = Promise.resolve(0);

  constructor(conformance = new Conformance()) {
    this.conformance = conformance;
    this.write('policies.yml', RULES);
    this.write('tokens.json', JSON.stringify(TOKENS));
    chmodSync(this.path('tokens.json'), 0o600);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  /** The calls that are held. */
  get held(): HeldCalls {
    return new HeldCalls(openApprovalsFolder(this.path('approvals')), sha256);
  }

  /** Lets nothing be appended to a log from now on: its folder takes the place of the file. */
  failWriting(name: string): void {
    rmSync(this.path(name));
    mkdirSync(this.path(name));
  }

  /** Holds a call for a quarter of an hour, and returns its identifier. */
  hold(given: Parameters<typeof callToHold>[0] = {}): string {
    return this.held.hold(callToHold(given)).id;
  }

  /** Starts it, and waits until it listens or ends. Returns the exit code if it has ended. */
  async start(...flags: string[]): Promise<number | undefined> {
    this.errors = '';
    const argv = [
      ...['gateway', 'serve', '--policies', this.path('policies.yml')],
      ...['--token-file', this.path('tokens.json'), '--approvals-dir', this.path('approvals'), ...flags],
    ];
    let listens: () => void = () => {};
    const listening = new Promise<undefined>((resolve) => {
      listens = () => resolve(undefined);
    });
    this.#ended = main({
      argv,
      env: { USER: 'owner' },
      files: nodeFiles(),
      sha256,
      processes: { run: async () => ({ kind: 'not-found' }) },
      approvals: openApprovalsFolder,
      stdout: { isTerminal: false, write: () => {} },
      stderr: {
        isTerminal: false,
        write: (text) => {
          this.errors += text;
          if (this.errors.includes('in a browser')) listens();
        },
      },
      systemTime: () => this.now,
      onInterrupt: (listener) => {
        this.#stop = listener;
        return () => {};
      },
    });
    const code = await Promise.race([listening, this.#ended]);
    this.origin = /^listening on (\S+)$/m.exec(this.errors)?.[1] ?? '';
    return code;
  }

  /** The link that was printed last. */
  get link(): string {
    return [...this.errors.matchAll(/^open (\S+) in a browser/gm)].at(-1)?.[1] ?? '';
  }

  /** Ends it as Ctrl-C does, and returns the exit code. */
  async stop(): Promise<number> {
    this.#stop();
    return this.#ended;
  }

  /** Ends it, and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Sends a request, and holds the answer against the OpenAPI document. @throws if it is not as documented */
  async send(method: string, path: string, { token = ALL, body, headers = {} }: Sent = {}): Promise<Answer> {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: (isText ? body : JSON.stringify(body)) as RequestInit['body'] & {} }),
    });
    const text = await response.text();
    const fault = this.conformance.fault(method, path, response, text);
    if (fault) throw new Error(`${method} ${path}: ${fault}\n${text}`);
    const isJson = response.headers.get('content-type') === 'application/json' && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  /** The ETag of the rules. */
  async etag(): Promise<string> {
    return (await this.send('GET', '/api/policies')).headers.get('etag') ?? '';
  }

  /** Sends a request with headers that `fetch` does not let through, and returns the status. */
  raw(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(this.origin + path, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
