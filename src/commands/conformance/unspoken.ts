import { InputError } from '../../errors.ts';
import type { EraRun } from '../../features/conformance/run-era.ts';
import { nameOf, type Target } from '../../mcp/target.ts';
import { clip } from '../../text/clip.ts';
import { scalarText } from '../../values/scalar-text.ts';

/** What a server did with the first request of an era. */
interface Refusal {
  /** The end of a sentence about the server. */
  readonly why: string;
  readonly help?: string | undefined;
  readonly said?: readonly string[] | undefined;
}

/** Returns the error about a server that spoke no era, in the words of the other commands that start servers. */
export async function unspoken(target: Target, runs: readonly EraRun[]): Promise<InputError> {
  const { ADVICE_ON_REDIRECT, adviceOnStatus, httpRefusal } = await import('../../live/faults.ts');
  const { redirectOf } = await import('../../live/redirect.ts');

  function refusalOf({ era, answer, trouble, isSpoken }: EraRun): Refusal {
    const request = era === 'legacy' ? '`initialize`' : '`server/discover`';
    // an error with a status such as 500 is none about the request
    if (answer?.error && isSpoken === false) {
      const { code = 'no code', message = '' } = answer.error;
      const words = clip(scalarText(message).replace(/\s+/g, ' '), 200);
      return { why: `refused ${request}: ${words} (${clip(scalarText(code), 40)})`, help: CHECK };
    }
    const http = answer?.heard.http;
    if (trouble && !http) return trouble;
    if (target.kind === 'http' && http) {
      const location = redirectOf(http.status, http.headers.location ?? null, target.url);
      if (location !== undefined)
        return { why: `redirects to \`${clip(location, 200)}\``, ...ADVICE_ON_REDIRECT };
      if (http.status >= 300)
        return {
          why: httpRefusal(http.status),
          ...(adviceOnStatus(target.url, http.status) ?? { help: CHECK }),
        };
    }
    return isSpoken === false
      ? { why: `refused ${request}`, help: CHECK }
      : { why: `did not answer ${request}`, help: WAIT };
  }

  const refusals = runs.map(refusalOf);
  const { help, said } = refusals.find((refusal) => refusal.said) ?? refusals[0] ?? {};
  const why = [...new Set(refusals.map((refusal) => refusal.why))].join(' and ');
  return new InputError({ message: `\`${clip(nameOf(target), 120)}\` ${why}`, help, said });
}

const CHECK = 'check the command or the URL with `mcptest snapshot`';
const WAIT = `${CHECK}, and pass a longer --timeout if the server starts slowly`;
