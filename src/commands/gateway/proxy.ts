import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { Gate } from '../../features/gateway/enforce/proxy/gate.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { readDuration } from '../../time/duration.ts';
import { openHeldCalls } from './approvals-dir.ts';
import { RecordingJudge } from './call-judge.ts';
import type { PROXY_FLAGS } from './enforce-flags.ts';
import { LiveRules } from './live-rules.ts';

/**
 * Runs `mcptest gateway proxy`: a server on stdio behind a gate. Standard input and output belong to the client, so everything
 * for the user goes to standard error. Spec (enforcement): "Proxy".
 */
export async function gatewayProxy(
  [command, ...args]: readonly string[],
  options: OptionsOf<typeof PROXY_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  if (command === undefined) {
    throw new InputError({
      message: 'the server is missing',
      help: 'write its command after `--`: mcptest gateway proxy --policies policies.yml -- node server.js',
    });
  }
  const hold = readDuration('--hold', options.hold, '55s');
  const ttl = readDuration('--approval-ttl', options.approvalTtl, '15m');
  const { calls } = openHeldCalls(options, ports);
  const rules = new LiveRules(options, ports);
  const ending = new AbortController();
  const stopListening = ports.onInterrupt(() => ending.abort());
  const tell = (text: string) => ports.stderr.write(`${escapeForTerminal(text)}\n`);
  try {
    const [{ proxyStdio }, { pause }] = await Promise.all([
      import('../../live/proxy-stdio.ts'),
      import('../../live/pause.ts'),
    ]);
    const judge = new RecordingJudge(
      rules,
      calls,
      { hold, ttl, approvalsDir: options.approvalsDir, pause },
      ports,
    );
    const settings = { denyAs: options.denyAs ?? 'result', showDenied: options.showDenied ?? false };
    const { by, how } = await proxyStdio({
      command,
      args,
      signal: ending.signal,
      openGate: (wires) => new Gate(judge, wires, settings),
      onTooLong: () => tell('note: a message of the server is too long, and was left out'),
    });
    if (how?.kind === 'not-started') throw notStarted(command, how.error);
    if (by !== 'server') return EXIT.accepted;
    tell(`the server ended${how?.kind === 'killed' ? `, by ${how.signal}` : ` with code ${how?.code}`}`);
    return EXIT.rejected;
  } finally {
    rules.close();
    stopListening();
  }
}

function notStarted(command: string, { code, message }: NodeJS.ErrnoException): InputError {
  const why = code === 'ENOENT' ? 'there is no such program' : message;
  return new InputError({
    message: `\`${clip(command, 120)}\` cannot be started: ${why}`,
    help: 'check the command after `--`',
  });
}
