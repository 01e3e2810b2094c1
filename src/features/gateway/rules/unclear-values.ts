import { type AuditRecord, RESOURCE_TYPES, THREAT_CLASSES } from '../../../artifacts/audit-log/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { clip, quote } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Attributes } from './attributes.ts';

/** Up to this many values of an attribute are counted separately; all later ones are counted together. */
const MOST_VALUES = 1000;

/** A warning names up to this many values. */
const MOST_SHOWN = 5;

const LONGEST = 200;

type Attribute = NonNullable<AuditRecord['unclear']>[number]['attribute'];

const HELP = {
  ip: 'write one IPv4 or IPv6 address; --trust-forwarded reads the first of a list',
  'resource.environment': 'write it as the rule set does',
  'resource.type': `write one of ${RESOURCE_TYPES.map(quote).join(', ')}`,
  'resource.host': 'write the name or the address alone, with or without a port',
  'agent.mlThreatClass': `write one of ${THREAT_CLASSES.map(quote).join(', ')}`,
} as const satisfies Record<Attribute, string>;

/** The attributes in the order of the report. */
export const ATTRIBUTES = Object.keys(HELP) as readonly Attribute[];

/** How many records have a value that no rule can be tried on. */
export interface UnclearCount {
  readonly attribute: Attribute;
  /** Null for all values that were counted together. */
  readonly value: string | null;
  readonly records: number;
}

/**
 * Counts the values of records that no rule can be tried on, in bounded memory. Such an attribute is unknown, and
 * the report says why.
 */
export class UnclearValues {
  readonly #attributes: Attributes;
  readonly #counts = new Map<Attribute, Map<string | null, number>>();

  constructor(attributes: Attributes) {
    this.#attributes = attributes;
  }

  /** @param times how many records it stands for */
  add(record: AuditRecord, times = 1): void {
    const { ip, resource, unclear } = record;
    if (ip !== undefined && !this.#attributes.addressOf(record)) this.#count('ip', ip, times);
    if (resource?.environment !== undefined && this.#attributes.environmentOf(record) === undefined) {
      this.#count('resource.environment', resource.environment, times);
    }
    if (resource?.host !== undefined && this.#attributes.hostOf(record) === undefined) {
      this.#count('resource.host', resource.host, times);
    }
    for (const { attribute, value } of unclear ?? []) {
      if (attribute === 'resource.type' && this.#attributes.typeOf(record) !== undefined) continue;
      this.#count(attribute, value, times);
    }
  }

  #count(attribute: Attribute, value: string | null, records: number): void {
    const counts = this.#counts.get(attribute) ?? new Map<string | null, number>();
    this.#counts.set(attribute, counts);
    const shown = value === null ? null : clip(value, LONGEST);
    const key = counts.has(shown) || counts.size < MOST_VALUES ? shown : null;
    counts.set(key, (counts.get(key) ?? 0) + records);
  }

  /** Adds the counts for the records that follow. */
  merge(counts: readonly UnclearCount[]): void {
    for (const { attribute, value, records } of counts) this.#count(attribute, value, records);
  }

  /**
   * Returns the counts in order of first appearance. Undefined when some were counted together: it is unknown which of
   * them a merged table would count separately.
   */
  toState(): readonly UnclearCount[] | undefined {
    const isFull = [...this.#counts.values()].some((counts) => counts.has(null));
    return isFull ? undefined : this.#list();
  }

  /** Returns the counts by attribute, the most frequent value first. */
  toCounts(): UnclearCount[] {
    const place = ({ attribute }: UnclearCount) => ATTRIBUTES.indexOf(attribute);
    return this.#list().sort(
      (a, b) => place(a) - place(b) || b.records - a.records || ((a.value ?? '') < (b.value ?? '') ? -1 : 1),
    );
  }

  #list(): UnclearCount[] {
    return [...this.#counts].flatMap(([attribute, counts]) =>
      [...counts].map(([value, records]) => ({ attribute, value, records })),
    );
  }
}

/** Returns a warning for each attribute with values that no rule can be tried on. */
export function unclearInWords(counts: readonly UnclearCount[]): Diagnostic[] {
  return ATTRIBUTES.flatMap((attribute) => {
    const found = counts.filter((each) => each.attribute === attribute);
    if (found.length === 0) return [];
    const records = found.reduce((sum, each) => sum + each.records, 0);
    const named = found.slice(0, MOST_SHOWN).map((each) => `${quoteValue(each.value)} (${each.records})`);
    const more = found.length > MOST_SHOWN ? `, and ${found.length - MOST_SHOWN} more values` : '';
    const message = `${records} ${records === 1 ? 'record has' : 'records have'} a value of ${quote(attribute)} that no rule can be tried on, so it counts as unknown: ${named.join(', ')}${more}`;
    return [{ message, help: helpFor(attribute, found) }];
  });
}

function quoteValue(value: string | null): string {
  return value === null ? 'others' : quote(clip(value));
}

function helpFor(attribute: Attribute, [first]: readonly UnclearCount[]): string {
  const allowed =
    attribute === 'resource.type'
      ? RESOURCE_TYPES
      : attribute === 'agent.mlThreatClass'
        ? THREAT_CLASSES
        : [];
  const near = nearest(first?.value ?? '', allowed);
  return HELP[attribute] + (near === undefined ? '' : `; did you mean ${quote(near)}?`);
}
