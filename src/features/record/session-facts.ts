import type { Direction, Party, TapeHeader } from '../../artifacts/tape/model.ts';
import { META } from '../../mcp/meta-keys.ts';
import { present } from '../../values/own-property.ts';
import { idKey, kindOf, type Message, objectIn } from './message.ts';

/** Learns from the messages of a session what the header of its tape says. */
export class SessionFacts {
  #client: Party = {};
  #server: Party = {};
  #version: string | undefined;
  /** The requests of the client that no answer was seen to, by id. */
  readonly #asked = new Map<string, 'initialize' | 'modern' | 'other'>();
  #seen: { initialize: boolean; modern: boolean } = { initialize: false, modern: false };
  #answered: { initialize: boolean; modern: boolean } = { initialize: false, modern: false };

  /** @param message as it is written to the tape, without secrets */
  take(dir: Direction, message: Message): void {
    const kind = kindOf(message);
    if (dir === 'to_server' && kind === 'request') this.#request(message);
    if (dir === 'to_client' && kind === 'response') this.#response(message);
  }

  /** What was found. A session in which nothing was answered is of the era in which the client spoke. */
  get facts(): Pick<TapeHeader, 'era' | 'client' | 'server'> {
    const answered = this.#answered.initialize || this.#answered.modern;
    const { initialize, modern } = answered ? this.#answered : this.#seen;
    return {
      era: modern && !initialize ? 'modern' : 'legacy',
      client: this.#client,
      server: { ...this.#server, ...present({ protocol_version: this.#version }) },
    };
  }

  #request(message: Message): void {
    const params = objectIn(message, 'params');
    const meta = objectIn(params, '_meta');
    const version = textIn(meta, META.version);
    if (message.method === 'initialize') {
      this.#seen.initialize = true;
      this.#client = partyOf(objectIn(params, 'clientInfo'), textIn(params, 'protocolVersion'));
      this.#asked.set(idKey(message.id), 'initialize');
    } else if (version !== undefined) {
      this.#seen.modern = true;
      if (!this.#seen.initialize) this.#client = partyOf(objectIn(meta, META.client), version);
      this.#asked.set(idKey(message.id), 'modern');
    } else this.#asked.set(idKey(message.id), 'other');
  }

  #response(message: Message): void {
    const key = idKey(message.id);
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    if (asked === undefined || asked === 'other' || !Object.hasOwn(message, 'result')) return;
    this.#answered[asked] = true;
    const result = objectIn(message, 'result');
    const [stated, inMeta] = [
      objectIn(result, 'serverInfo'),
      objectIn(objectIn(result, '_meta'), META.server),
    ];
    const info = textIn(stated, 'name') === undefined ? inMeta : stated;
    if (textIn(info, 'name') !== undefined) this.#server = partyOf(info, undefined);
    this.#version =
      asked === 'initialize' ? textIn(result, 'protocolVersion') : this.#client.protocol_version;
  }
}

function partyOf(info: Message, protocol_version: string | undefined): Party {
  return present({ name: textIn(info, 'name'), version: textIn(info, 'version'), protocol_version });
}

function textIn(object: Message, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
