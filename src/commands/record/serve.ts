import { readTape } from '../../artifacts/tape/read.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { answerClientText, readClientText, refusalText } from '../../features/record/client-text.ts';
import { HttpSessions } from '../../features/record/http-sessions.ts';
import { Redactor } from '../../features/record/redactor.ts';
import { Recorded, Replay } from '../../features/record/replay.ts';
import type { OptionsOf } from '../../flags.ts';
import { readAddress } from '../../mcp/address.ts';
import type { Ports } from '../../ports.ts';
import type { SERVE_FLAGS } from './flags.ts';
import { knownSecrets } from './read-secrets.ts';

/**
 * Runs `mcptest serve`: answers as a tape says, on stdio until the input ends, or over HTTP until the user interrupts it.
 */
export async function serve(
  { tape: path, listen }: OptionsOf<typeof SERVE_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const address = listen === undefined ? undefined : readAddress(listen);
  if (path === '-' && address === undefined) {
    throw new InputError({
      message: '--tape must be a file: standard input carries the protocol',
      help: 'pass the name of a file, or serve over HTTP with --listen',
    });
  }
  const tape = await readTape(path, ports.files);
  const redactor = new Redactor(knownSecrets(tape.header.redaction.env, ports));
  const recorded = new Recorded(tape, redactor);
  const ending = new AbortController();
  const stopListening = ports.onInterrupt(() => ending.abort());
  try {
    if (address === undefined) await serveOnStdio(recorded, ending.signal);
    else {
      const { servePosts } = await import('../../live/serve-posts.ts');
      const sessions = new HttpSessions(recorded);
      const tell = (url: string) => ports.stderr.write(`listening on ${url}\n`);
      await servePosts(address, ending.signal, tell, (ask, reply) => sessions.answer(ask, reply));
    }
  } finally {
    stopListening();
  }
  return EXIT.accepted;
}

async function serveOnStdio(recorded: Recorded, signal: AbortSignal): Promise<void> {
  const { serveLines } = await import('../../live/serve-lines.ts');
  await serveLines((send) => {
    const replay = new Replay(recorded, send);
    const outlet = { aside: send, answer: send, drop() {} };
    return {
      signal,
      onLine: (line) => answerClientText(readClientText(line), replay, outlet),
      onUnreadable: (why) => send(refusalText(why)),
    };
  });
}
