import { type Diagnostic, formatPath } from '../../../diagnostic.ts';
import type { RefusalBody } from '../../../features/gateway/control/api-schema.ts';
import { present } from '../../../values/own-property.ts';

/** What messages call the body of a request. */
export const BODY = 'the body';

/** A request that is not carried out. It becomes the answer to the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #help: string | undefined;
  readonly #findings: readonly Diagnostic[];

  constructor(
    status: number,
    message: string,
    {
      help,
      headers = {},
      findings = [],
    }: {
      readonly help?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly findings?: readonly Diagnostic[];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.#help = help;
    this.#findings = findings;
  }

  get body(): RefusalBody {
    const findings = this.#findings.map(findingOf);
    return {
      error: {
        status: this.status,
        message: this.message,
        ...present({ help: this.#help, findings: findings.length > 0 ? findings : undefined }),
      },
    };
  }
}

/** Returns the refusal for problems with an input: a body that is at fault is malformed, a file is in the way. */
export function refusalFor(problems: readonly Diagnostic[]): Refusal {
  const isBody = problems.every(({ file }) => file === BODY);
  const [first] = problems;
  const message = first ? inWords(first) : 'the request cannot be carried out';
  const help = first?.help;
  return new Refusal(isBody ? 400 : 409, message, {
    ...(help !== undefined && { help }),
    findings: problems,
  });
}

/** Says a problem in one line. Lines and columns are left out: a body is not a file that anybody has open. */
export function inWords({ file, path, position, message }: Diagnostic): string {
  const place = file === BODY ? undefined : [file, position?.line].filter((part) => part !== undefined);
  const parts = [place?.join(':'), path && formatPath(path), message];
  return parts.filter((part) => part !== undefined && part !== '').join(': ');
}

function findingOf({ path, message, help }: Diagnostic) {
  return {
    ...present({ path: path && path.length > 0 ? formatPath(path) : undefined }),
    message,
    ...present({ help }),
  };
}
