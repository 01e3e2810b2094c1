import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/features/gateway/control/openapi-schema.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>>;
}

/** The document as a client reads it. */
export const OPEN_API = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: 'http://openapi.test/', ...OPEN_API });
const compiled = new Map<string, ValidateFunction>();

/** Holds responses against the OpenAPI document, and remembers which of its responses were seen. */
export class Conformance {
  readonly #seen = new Set<string>();

  /** Returns what is wrong with a response; undefined if it is as documented. */
  fault(method: string, path: string, { status, headers }: Response, text: string): string | undefined {
    const template = templateOf(path.split('?')[0] ?? '');
    const operation = template && OPEN_API.paths[template]?.[method.toLowerCase()];
    // what is not in the document is refused
    if (!operation) return [404, 405].includes(status) ? undefined : `${status} for an unknown operation`;
    const documented = operation.responses[status];
    if (!documented) return `${operation.operationId} answers ${status}, which is not documented`;
    this.#seen.add(`${operation.operationId} ${status}`);
    if (documented.headers && !headers.get('etag')) return 'there is no ETag';
    if (!documented.content) return text === '' ? undefined : 'there is a body';
    if (headers.get('content-type') !== 'application/json') return 'the body is not JSON';
    const pointer = [
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const validate = schemaAt(`http://openapi.test/#/${pointer.map(escaped).join('/')}`);
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  }

  /** Returns the documented responses that were not seen. */
  unseen(): string[] {
    const all = Object.values(OPEN_API.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ operationId, responses }) =>
        Object.keys(responses).map((status) => `${operationId} ${status}`),
      ),
    );
    return all.filter((each) => !this.#seen.has(each));
  }
}

function schemaAt(url: string): ValidateFunction {
  const known = compiled.get(url) ?? ajv.compile({ $ref: url });
  compiled.set(url, known);
  return known;
}

function templateOf(path: string): string | undefined {
  if (Object.hasOwn(OPEN_API.paths, path)) return path;
  const parts = path.split('/');
  return Object.keys(OPEN_API.paths).find((template) => {
    const other = template.split('/');
    return (
      other.length === parts.length &&
      other.every((part, index) => part.startsWith('{') || part === parts[index])
    );
  });
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
