import type { ClosedRow } from '../../artifacts/tape/model.ts';
import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import { InputError } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { EnvSecret } from '../../features/record/env-secret.ts';
import { noOptions, type OptionsOf } from '../../flags.ts';
import type { RecordingEnd } from '../../live/record-stdio.ts';
import type { WireSink } from '../../live/wire-sink.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import { readOtherTarget, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { present } from '../../values/own-property.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { SUITE_RUN_FLAGS } from '../run/flags.ts';
import type { Reach } from '../run/reach.ts';
import { runOnce } from '../run/run-once.ts';
import type { RunRecording } from '../run/run-recording.ts';
import type { SuiteCase } from '../run/suite-case.ts';
import type { RECORD_FLAGS } from './flags.ts';
import { readSecrets, withVariables } from './read-secrets.ts';
import { recordedInWords, TapeFile } from './tape-file.ts';

type RecordOptions = OptionsOf<typeof RECORD_FLAGS>;

/**
 * Runs a suite as `mcptest run` does, and records its session with the server.
 * Spec (suites and recording): "`mcptest record` and `serve`"
 * @returns the exit code of the run; the tape is kept when a test fails
 */
export async function recordSuite(
  suite: string,
  command: readonly string[],
  options: RecordOptions,
  ports: Ports,
): Promise<ExitCode> {
  if (options.listen !== undefined) {
    throw new InputError({
      message: '--listen and --suite contradict each other: the suite is the client',
      help: 'remove one of them',
    });
  }
  const other = readOtherTarget(command, options, ports);
  const protocol = readProtocol(options.protocol);
  const session = new SuiteRecording(options.out, readSecrets(options.redactEnv, ports), ports);
  const { name, tag } = options;
  try {
    const task = { files: [suite], protocol, other };
    const code = await runOnce(task, { ...noOptions(SUITE_RUN_FLAGS), name, tag }, ports, session);
    const tape = await session.finish();
    ports.stderr.write(`${escapeForTerminal(recordedInWords(options.out, tape))}\n`);
    return code;
  } catch (error) {
    // a session that did not come to its end would be taken for one that did
    if (session.hasBegun) ports.stderr.write('no tape was written: the run did not finish\n');
    throw error;
  } finally {
    await session.close();
  }
}

/** The tape of the one session of a run. */
class SuiteRecording implements RunRecording {
  readonly #out: string;
  readonly #ports: Ports;
  #secrets: readonly EnvSecret[];
  #tape: TapeFile | undefined;
  #last: Omit<ClosedRow, 'kind'> = { t: 0, by: 'client' };
  readonly #ending = new AbortController();
  /** The proxy in front of a server over HTTP. */
  #proxy: Promise<RecordingEnd> | undefined;

  constructor(out: string, secrets: readonly EnvSecret[], ports: Ports) {
    this.#out = out;
    this.#secrets = secrets;
    this.#ports = ports;
  }

  begin(cases: readonly SuiteCase[], { secrets, targets }: Reach): void {
    const sessions = new Set(cases.flatMap(sessionsOf));
    if (sessions.size > 1) {
      throw new InputError({
        message: `the tests need ${sessions.size} sessions, and a tape holds one`,
        help: 'choose tests of one server and one `client` with --name or --tag, and one protocol with --protocol',
      });
    }
    const inputs = cases.map(({ compiled }) => compiled.suite.file);
    refuseOverwriting([this.#out], { inputs, targets }, this.#ports.files);
    this.#secrets = withVariables(this.#secrets, secrets);
  }

  async through(target: Target): Promise<Target> {
    if (target.kind === 'stdio') return target;
    if (target.credentials) {
      throw new InputError({
        message: 'a server with `client_credentials` cannot be recorded by --suite',
        help: 'use `bearer_env` with a token of that server',
      });
    }
    const tape = this.#begin('http');
    const { recordHttp } = await import('../../live/record-http.ts');
    const { url, headers } = target;
    const address = await new Promise<string>((onReady, reject) => {
      this.#proxy = recordHttp({
        url,
        headers,
        address: { host: '127.0.0.1', port: 0 },
        signal: this.#ending.signal,
        onReady,
        onPassed: (passed) => tape.take(passed),
        onFault: (message) => tape.fail(message),
      });
      this.#proxy.catch(reject);
    });
    const { search } = new URL(url);
    return { kind: 'http', url: address + search, headers: {} };
  }

  readonly record = (): WireSink => {
    const tape = this.#begin('stdio');
    return {
      take: (passed) => {
        this.#last = { t: passed.t, by: 'client' };
        tape.take(passed);
      },
      ended: (t, end) => {
        this.#last = {
          t,
          by: 'server',
          ...present({
            code: end.kind === 'exited' ? end.code : undefined,
            signal: end.kind === 'killed' ? end.signal : undefined,
          }),
        };
      },
    };
  };

  /** Whether a server was about to be reached. */
  get hasBegun(): boolean {
    return this.#tape !== undefined;
  }

  /** Writes the tape. @throws InputError when it cannot be written, or holds a secret */
  async finish(): Promise<TapeFile> {
    this.#ending.abort();
    const end = await this.#proxy;
    if (!this.#tape) {
      throw new InputError({
        message: 'no test ran, so there is no tape',
        help: 'choose a test that the suite does not skip with --name or --tag',
      });
    }
    await this.#tape.finish(end ? { t: end.t, by: end.by === 'server' ? 'server' : 'client' } : this.#last);
    return this.#tape;
  }

  /** Leaves no proxy, and no file unless the tape is finished. Never rejects. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#proxy?.catch(() => {});
    this.#tape?.discard();
  }

  /** A server that is started again begins a new tape: the process before was only asked what it speaks. */
  #begin(transport: 'stdio' | 'http'): TapeFile {
    this.#tape?.discard();
    this.#tape = new TapeFile(this.#out, transport, this.#secrets, this.#ports.files);
    return this.#tape;
  }
}

/** Names the sessions that a test needs. */
function sessionsOf({ test, combination, compiled: { suite } }: SuiteCase): string[] {
  if (test.skip !== false) return [];
  const calls = [...callsOf(test), ...suite.setup, ...suite.teardown];
  return calls.map(({ server, client }) => JSON.stringify([combination.words, server, client.capabilities]));
}
