import type { ValuePath } from '../../diagnostic.ts';
import type { FaultList } from '../../documents/fault-list.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import { type Duration, LONGEST_WAIT, parseDuration } from '../../time/duration.ts';
import { isObject, present } from '../../values/own-property.ts';
import type { SuiteCall, SuiteClient, SuiteMask, SuiteRequest } from './model.ts';
import { readExpectation } from './read-expectation.ts';
import type { WrittenCall } from './schema.ts';

/** What holds for a call that says nothing else. */
export interface CallDefaults {
  /** Undefined when a call must name its server. */
  readonly server: string | undefined;
  readonly client: SuiteClient;
  readonly mask: readonly SuiteMask[];
}

/** A client that declares nothing and answers nothing. */
export const PLAIN_CLIENT: SuiteClient = { capabilities: {}, answers: [] };

/** Reads calls of one suite, and collects their faults. */
export class CallReader {
  readonly faults: FaultList;
  readonly #servers: readonly string[];
  readonly #isLone: boolean;

  /** @param isLone whether the suite has `server:`, so that no call names a server */
  constructor(faults: FaultList, servers: readonly string[], isLone: boolean) {
    this.faults = faults;
    this.#servers = servers;
    this.#isLone = isLone;
  }

  read(written: WrittenCall, path: ValuePath, defaults: CallDefaults): SuiteCall {
    const timeout = this.duration(written.timeout, [...path, 'timeout']);
    const request = this.#request(written, path);
    return {
      server: this.server(written.server, [...path, 'server'], defaults.server) ?? '',
      request,
      client: written.client ? this.#client(written.client, [...path, 'client']) : defaults.client,
      expect: readExpectation(written.expect ?? {}, [...path, 'expect'], {
        faults: this.faults,
        request,
        mask: defaults.mask,
      }),
      ...present({ timeout }),
      unlisted: written.unlisted ?? false,
      path,
    };
  }

  readAll(written: readonly WrittenCall[] = [], path: ValuePath, defaults: CallDefaults): SuiteCall[] {
    return written.map((each, index) => this.read(each, [...path, index], defaults));
  }

  /** Returns the server that a call names, or else that of the defaults. */
  server(named: string | undefined, path: ValuePath, fallback: string | undefined): string | undefined {
    const call = path.slice(0, -1);
    if (named === undefined) {
      if (fallback !== undefined) return fallback;
      return this.faults.fault(
        call,
        'must name its `server`, because the suite has several',
        `name one of ${this.#names()}, or write \`defaults: {server: NAME}\``,
      );
    }
    if (this.#isLone) {
      return this.faults.fault(
        path,
        'the only server of the suite has no name',
        'remove `server`, or name the servers below `servers:`',
      );
    }
    if (this.#servers.includes(named)) return named;
    const near = nearest(named, this.#servers);
    return this.faults.fault(
      path,
      `no server of the suite is called \`${clip(named)}\``,
      near === undefined ? `servers: ${this.#names()}` : `did you mean \`${near}\`?`,
    );
  }

  /** Returns a duration whose form the schema has checked. */
  duration(written: string | undefined, path: ValuePath): Duration | undefined {
    const duration = written === undefined ? undefined : parseDuration(written);
    if (duration === 0) this.faults.fault(path, 'must be at least a millisecond, found no time');
    if (duration !== undefined && duration > LONGEST_WAIT) {
      this.faults.fault(path, `must be at most 24d, found \`${written}\``, 'write it like 30s or 2m');
    }
    return duration;
  }

  #names(): string {
    return this.#servers.map((name) => `\`${clip(name)}\``).join(', ');
  }

  #request(written: WrittenCall, path: ValuePath): SuiteRequest {
    const { tool, prompt, resource = '' } = written;
    // as the file has it: the schema leaves out a key named `__proto__`
    const given = this.faults.valueAt([...path, 'args']);
    const args = isObject(given) ? given : {};
    if (tool !== undefined) return { kind: 'tool', name: tool, args };
    if (prompt !== undefined) return { kind: 'prompt', name: prompt, args: this.#texts(args, path) };
    if (written.args !== undefined) {
      this.faults.fault(
        [...path, 'args'],
        'a resource takes no arguments',
        'write them into its URI, and remove `args`',
        'key',
      );
    }
    return { kind: 'resource', uri: resource };
  }

  /** The protocol allows only texts as arguments of a prompt. */
  #texts(args: Readonly<Record<string, unknown>>, path: ValuePath): Record<string, string> {
    for (const [name, value] of Object.entries(args)) {
      if (typeof value === 'string') continue;
      const scalar = typeof value === 'number' || typeof value === 'boolean';
      this.faults.fault(
        [...path, 'args', name],
        'must be text: prompts take no other arguments',
        scalar ? `put it in quotes: "${value}"` : undefined,
      );
    }
    return args as Record<string, string>;
  }

  #client(written: NonNullable<WrittenCall['client']>, path: ValuePath): SuiteClient {
    const { capabilities, answers = [] } = written;
    for (const [index, answer] of answers.entries()) {
      const at = [...path, 'answers', index];
      const needed = answer.elicit ? 'elicitation' : 'sampling';
      if (capabilities && Object.keys(capabilities).length > 0 && capabilities[needed] === undefined) {
        this.faults.fault(
          at,
          `the client answers, but its capabilities lack \`${needed}\``,
          `add \`${needed}: {}\` to \`capabilities\`, or leave out \`capabilities\``,
        );
      }
    }
    const has = (kind: 'elicit' | 'sample') => answers.some((answer) => answer[kind] !== undefined);
    return {
      capabilities: present({
        elicitation: capabilities?.elicitation ?? (has('elicit') ? {} : undefined),
        sampling: capabilities?.sampling ?? (has('sample') ? {} : undefined),
      }),
      answers: answers as SuiteClient['answers'],
    };
  }
}
