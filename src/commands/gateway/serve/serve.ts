import { InputError } from '../../../errors.ts';
import { EXIT, type ExitCode } from '../../../exit-codes.ts';
import { openApiDocument } from '../../../features/gateway/control/openapi-schema.ts';
import { type ApiToken, parseTokenFile } from '../../../features/gateway/control/token-file.ts';
import type { OptionsOf } from '../../../flags.ts';
import { readAddress } from '../../../mcp/address.ts';
import type { Ports } from '../../../ports.ts';
import { controlPage } from '../../../report/control/page.ts';
import { refuseOverwriting } from '../../refuse-overwriting.ts';
import { openHeldCalls } from '../approvals-dir.ts';
import type { CONTROL_FLAGS } from '../serve-flags.ts';
import { openState } from '../suggestions-state.ts';
import { ChangeLog } from './change-log.ts';
import { controlPlane, type Pages } from './control-plane.ts';
import { ServedRules } from './served-rules.ts';
import { Tokens } from './tokens.ts';

/** The longest body of a request, in bytes. */
const MOST_BYTES = 4 * 2 ** 20;

/**
 * Runs `mcptest gateway serve`: the control plane over HTTP on loopback, until the user interrupts it.
 * Spec (enforcement): "Control plane".
 */
export async function gatewayServe(
  options: OptionsOf<typeof CONTROL_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { policies, auditLog = [] } = options;
  const address = readAddress(options.listen ?? '127.0.0.1:0');
  const files = [policies, options.tokenFile, ...auditLog];
  if (files.includes('-')) throw new InputError(STANDARD_INPUT);
  const tokenList = readTokens(options.tokenFile, ports);
  const rules = new ServedRules(policies, options.trustForwarded ?? false, ports);
  const state = openState(options, ports);
  const held = openHeldCalls(options, ports);
  const inputs = [...files, held.path];
  refuseOverwriting([state.path], { inputs, targets: [] }, ports.files);
  refuseOverwriting([options.changeLog], { inputs: [...inputs, state.path], targets: [] }, ports.files);
  const log = options.changeLog === undefined ? undefined : ports.files.openAuditFile(options.changeLog);
  const { serveRequests, newSecret } = await import('../../../live/serve-requests.ts');
  const tokens = new Tokens(tokenList, ports.sha256, newSecret);
  const { signal, stop } = untilInterrupted(ports);
  let origin = '';
  const tellLink = () =>
    ports.stderr.write(`open ${origin}/#${tokens.key} in a browser; the link works once\n`);
  const changes = log && new ChangeLog(log, newSecret, ports);
  const served = {
    ...{ rules, tokens, held, ports },
    changes,
    logs: options,
    state: options.state,
    onPageOpened: tellLink,
  };
  try {
    await serveRequests({
      ...{ address, signal },
      mostBytes: MOST_BYTES,
      answer: controlPlane(served, pages(ports)),
      onReady(url) {
        origin = url;
        ports.stderr.write(`listening on ${url}\n`);
        tellLink();
      },
    });
  } finally {
    stop();
    changes?.close();
  }
  return EXIT.accepted;
}

const STANDARD_INPUT = {
  message: '--policies, --token-file and --audit-log must be files: they are read again for each request',
};

function pages({ sha256 }: Ports): Pages {
  const openApi = JSON.stringify(openApiDocument(), null, 2);
  return {
    '/': controlPage(sha256),
    '/openapi.json': { headers: { 'content-type': 'application/json' }, body: openApi },
  };
}

function untilInterrupted({ onInterrupt }: Ports): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const ending = new AbortController();
  return { signal: ending.signal, stop: onInterrupt(() => ending.abort()) };
}

/** @throws InputError also when others can read the file: a token is a password */
function readTokens(path: string, { files }: Ports): readonly ApiToken[] {
  const text = files.readFile(path);
  if (files.isReadableByOthers(path)) {
    throw new InputError({
      file: path,
      message: 'can be read by other users',
      help: 'tokens are passwords: `chmod 600` the file',
    });
  }
  return parseTokenFile(text, path);
}
