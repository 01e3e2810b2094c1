import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { GateSettings } from '../../features/gateway/enforce/proxy/fate-of.ts';
import { Gate } from '../../features/gateway/enforce/proxy/gate.ts';
import { HttpGate } from '../../features/gateway/enforce/proxy/http-gate.ts';
import type { OptionsOf } from '../../flags.ts';
import { readAddress } from '../../mcp/address.ts';
import { readTarget, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { readDuration } from '../../time/duration.ts';
import { openHeldCalls } from './approvals-dir.ts';
import { RecordingJudge } from './call-judge.ts';
import type { PROXY_FLAGS } from './enforce-flags.ts';
import { LiveRules } from './live-rules.ts';

type ProxyOptions = OptionsOf<typeof PROXY_FLAGS>;

/** What a proxy decides with, and when it ends. */
interface Proxy {
  readonly judge: RecordingJudge;
  readonly settings: GateSettings;
  readonly signal: AbortSignal;
  /** Tells the user something: all but standard error belongs to the client. */
  readonly tell: (text: string) => void;
}

/** Runs `mcptest gateway proxy`: a server on stdio or over HTTP behind a gate. Spec (enforcement): "Proxy". */
export async function gatewayProxy(
  command: readonly string[],
  options: ProxyOptions,
  ports: Ports,
): Promise<ExitCode> {
  const target = readTarget(command, options, ports);
  if (target.kind === 'stdio') refuseHttpFlags(options);
  const hold = readDuration('--hold', options.hold, '55s');
  const ttl = readDuration('--approval-ttl', options.approvalTtl, '15m');
  const address = readAddress(options.listen ?? '127.0.0.1:0', options.allowRemote);
  const { calls } = openHeldCalls(options, ports);
  const rules = new LiveRules(options, ports);
  const ending = new AbortController();
  const stopListening = ports.onInterrupt(() => ending.abort());
  try {
    const { pause } = await import('../../live/pause.ts');
    const { approvalsDir, denyAs = 'result', showDenied = false } = options;
    const proxy: Proxy = {
      judge: new RecordingJudge(rules, calls, { hold, ttl, approvalsDir, pause }, ports),
      settings: { denyAs, showDenied },
      signal: ending.signal,
      tell: (text) => ports.stderr.write(`${escapeForTerminal(text)}\n`),
    };
    if (target.kind === 'stdio') return await onStdio(target, proxy);
    const { allowRemote = false } = options;
    return await overHttp(target, { ...proxy, address, allowRemote });
  } finally {
    rules.close();
    stopListening();
  }
}

function refuseHttpFlags({ listen, allowRemote }: ProxyOptions): void {
  if (listen === undefined && !allowRemote) return;
  throw new InputError({
    message: `${listen === undefined ? '--allow-remote' : '--listen'} needs --url: the client of a server on stdio starts the proxy`,
    help: 'remove it, or pass --url',
  });
}

async function onStdio(
  { command, args }: Extract<Target, { kind: 'stdio' }>,
  { judge, settings, signal, tell }: Proxy,
): Promise<ExitCode> {
  const { proxyStdio } = await import('../../live/proxy-stdio.ts');
  const { by, how } = await proxyStdio({
    command,
    args,
    signal,
    openGate: (wires) => new Gate(judge, wires, settings),
    onTooLong: () => tell('note: a message of the server is too long, and was left out'),
  });
  if (how?.kind === 'not-started') throw notStarted(command, how.error);
  if (by !== 'server') return EXIT.accepted;
  tell(`the server ended${how?.kind === 'killed' ? `, by ${how.signal}` : ` with code ${how?.code}`}`);
  return EXIT.rejected;
}

async function overHttp(
  { url, headers }: Extract<Target, { kind: 'http' }>,
  {
    judge,
    settings,
    tell,
    ...where
  }: Proxy & { readonly address: ReturnType<typeof readAddress>; readonly allowRemote: boolean },
): Promise<ExitCode> {
  const { proxyHttp } = await import('../../live/proxy-http.ts');
  const gate = new HttpGate(judge, settings);
  try {
    await proxyHttp({
      url,
      headers,
      ...where,
      gate,
      onReady: (at) => tell(`listening on ${at}`),
      onFault: (message) => tell(`note: ${message}`),
    });
  } finally {
    await gate.close();
  }
  return EXIT.accepted;
}

function notStarted(command: string, { code, message }: NodeJS.ErrnoException): InputError {
  const why = code === 'ENOENT' ? 'there is no such program' : message;
  return new InputError({
    message: `\`${clip(command, 120)}\` cannot be started: ${why}`,
    help: 'check the command after `--`',
  });
}
