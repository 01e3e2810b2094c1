import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../errors.ts';
import type { Exchange, Listing, McpRequest } from '../mcp/exchange.ts';
import { clip } from '../text/clip.ts';
import { scalarText } from '../values/scalar-text.ts';
import type { Connection } from './connection.ts';
import { pause } from './pause.ts';

/** How long a server may take to list its tools once more at the end, in milliseconds. */
const LAST_LOOK = 1000;

/** The most names that are kept of what changed. */
const MOST_NAMES = 5;

type Source = Pick<
  Connection,
  'listEverything' | 'listsResource' | 'listChanges' | 'promisesChanges' | 'violations' | 'isOpen'
>;

/**
 * What a server lists during a session. It is read again when the server says that it has changed, and when the server
 * answers for something that it did not list: a tool may appear after a login.
 */
export class KeptListing {
  readonly #source: Source;
  readonly #lacks = new Set<string>();
  #listing: Listing;
  #changes: number;
  #reading: Promise<void> | undefined;

  private constructor(source: Source, listing: Listing, changes: number) {
    this.#source = source;
    this.#listing = listing;
    this.#changes = changes;
  }

  /** Reads the lists for the first time. @throws InputError when the server does not return valid lists */
  static async read(source: Source): Promise<KeptListing> {
    const changes = source.listChanges;
    return new KeptListing(source, await source.listEverything(), changes);
  }

  get now(): Listing {
    return this.#listing;
  }

  lists(request: McpRequest): boolean {
    if (request.kind === 'resource') return this.#source.listsResource(request.uri, this.#listing);
    return this.#listing[`${request.kind}s`].some(({ name }) => name === request.name);
  }

  /** Reads the lists again if the answer to a request shows that there is something new. Never rejects. */
  async keepUp(request: McpRequest, { outcome }: Exchange): Promise<void> {
    // read once for each name: a server that goes on not to list it is not asked each time
    const key = request.kind === 'resource' ? `resource ${request.uri}` : `${request.kind} ${request.name}`;
    const isNew = outcome.kind === 'result' && !this.#lacks.has(key) && !this.lists(request);
    if (isNew) this.#lacks.add(key);
    if ((isNew || this.#source.listChanges !== this.#changes) && this.#source.isOpen) await this.#readAgain();
  }

  /**
   * Lists the tools once more, at the end. Returns the names of those that are not as they were, though the server did not
   * say that they changed. If it promised to say so, that is a violation instead. Never rejects.
   */
  async unannounced(): Promise<string[]> {
    if (!this.#source.isOpen || this.#source.listChanges !== this.#changes) return [];
    const before = this.#listing.tools;
    const listed = this.#source.listEverything().catch(() => undefined);
    const after = (await Promise.race([listed, pause(LAST_LOOK)]))?.tools;
    if (!after || this.#source.listChanges !== this.#changes) return [];
    const others = changedNames(before, after);
    const shown =
      others.length > MOST_NAMES
        ? [...others.slice(0, MOST_NAMES), `${others.length - MOST_NAMES} more`]
        : others;
    if (shown.length === 0 || !this.#source.promisesChanges) return shown;
    const names = shown.map((name) => clip(name, 100)).join(', ');
    this.#source.violations.add(
      `lists different tools than before, and has not said that they changed, though it declares \`listChanged\`: ${names}`,
    );
    return [];
  }

  #readAgain(): Promise<void> {
    this.#reading ??= this.#take().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #take(): Promise<void> {
    this.#changes = this.#source.listChanges;
    try {
      this.#listing = await this.#source.listEverything();
    } catch (error) {
      if (error instanceof InputError)
        this.#source.violations.add(`cannot list again what it has: ${clip(error.message, 200)}`);
    }
  }
}

type Tools = Listing['tools'];

function changedNames(before: Tools, after: Tools): string[] {
  const byName = (tools: Tools) => new Map(tools.map((tool) => [scalarText(tool.name), tool]));
  const [old, now] = [byName(before), byName(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => !isDeepStrictEqual(old.get(name), now.get(name)),
  );
}
