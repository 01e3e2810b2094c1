import { isDeepEqual } from '../../assertions/deep-equal.ts';
import { classify } from '../../exec-policy/classify.ts';
import { type Remark, toFinding } from '../../findings/finding.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { clip } from '../../text/clip.ts';
import { isObject, own } from '../../values/own-property.ts';
import { CATALOG_CHANGES, type ChangeCode } from './changes.ts';
import { changed } from './compare-keywords.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { CatalogChange } from './diff-schema.ts';
import type { SchemaChange, SchemaEffect } from './schema-change.ts';

/**
 * Lists how the tools of a server changed, by tool: those that are gone, those that stayed in their new order, those that
 * are new. The order of tools and of keys is no change. Of several tools with one name, the first is compared with the
 * first, the second with the second.
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`", `diff`.
 */
export function diffCatalogs(before: readonly ListedTool[], after: readonly ListedTool[]): CatalogChange[] {
  const [was, is] = [byName(before), byName(after)];
  const gone = [...was].filter(([key]) => !is.has(key)).map(([, tool]) => tool);
  return [
    ...gone.map(({ name }) => change(name, { code: 'tool-removed', message: 'was removed' })),
    ...[...is].flatMap(([key, tool]) => {
      const old = was.get(key);
      return old ? diffTools(old, tool) : [change(tool.name, { code: 'tool-added', message: 'was added' })];
    }),
  ];
}

/** Returns the tools by name and number, so that none hides behind another with its name. */
function byName(tools: readonly ListedTool[]): ReadonlyMap<string, ListedTool> {
  const counts = new Map<string, number>();
  return new Map(
    tools.map((tool) => {
      const count = counts.get(tool.name) ?? 0;
      counts.set(tool.name, count + 1);
      return [`${count} ${tool.name}`, tool];
    }),
  );
}

function diffTools(before: ListedTool, after: ListedTool): CatalogChange[] {
  if (isDeepEqual(before, after)) return [];
  const remarks = [
    ...schemaRemarks(before.inputSchema, after.inputSchema, INPUT),
    ...outputRemarks(before.outputSchema, after.outputSchema),
    ...annotationRemarks(before.annotations, after.annotations),
    ...classRemarks(before, after),
    ...memberRemarks(before, after),
  ];
  return remarks.map((remark) => change(after.name, remark));
}

function change(tool: string, remark: Remark<ChangeCode>): CatalogChange {
  return toFinding(CATALOG_CHANGES, remark, { tool });
}

/** What the effect of a change of a schema is called, for what a tool takes or gives. */
interface Side {
  readonly noun: string;
  readonly whole: string;
  readonly codes: Readonly<Record<SchemaEffect, ChangeCode>>;
}

const INPUT: Side = {
  noun: 'argument',
  whole: 'the input',
  codes: {
    narrower: 'input-narrowed',
    removed: 'input-narrowed',
    wider: 'input-widened',
    added: 'input-widened',
    unclear: 'schema-unclear',
    default: 'default-changed',
    words: 'wording-changed',
  },
};

const OUTPUT: Side = {
  noun: 'member',
  whole: 'the output',
  codes: {
    narrower: 'output-narrowed',
    removed: 'output-widened',
    wider: 'output-widened',
    added: 'output-narrowed',
    unclear: 'schema-unclear',
    default: 'wording-changed',
    words: 'wording-changed',
  },
};

function schemaRemarks(before: unknown, after: unknown, side: Side): Remark<ChangeCode>[] {
  // a tool without a schema takes any arguments
  return compareSchemas(before ?? true, after ?? true).map((each) => ({
    code: side.codes[each.effect],
    message: `${subjectOf(each, side)}${each.message.startsWith('`') ? ':' : ''} ${each.message}`,
  }));
}

function outputRemarks(before: unknown, after: unknown): Remark<ChangeCode>[] {
  if (before !== undefined && after === undefined)
    return [{ code: 'output-widened', message: '`outputSchema` was removed: the result may be anything' }];
  if (before === undefined && after !== undefined)
    return [{ code: 'output-narrowed', message: '`outputSchema` was added' }];
  return schemaRemarks(before, after, OUTPUT);
}

function subjectOf({ at }: SchemaChange, { noun, whole }: Side): string {
  if (at === '') return whole;
  return at === '*' ? `any ${noun} that is not listed` : `${noun} \`${clip(at)}\``;
}

/** The hints that the protocol defines. A title among the annotations is no promise. */
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

function annotationRemarks(before: unknown, after: unknown): Remark<ChangeCode>[] {
  const [was, is] = [before, after].map((each) => (isObject(each) ? each : {})) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => !same(was, is, key));
  const malformed = [before, after].some((each) => each !== undefined && !isObject(each));
  return [
    ...(malformed && !isDeepEqual(before, after)
      ? [{ code: 'annotation-changed', message: changed(before, after, 'annotations') } as const]
      : []),
    ...keys.map((key) => ({
      code: HINTS.includes(key) ? ('annotation-changed' as const) : ('description-changed' as const),
      message: changed(own(was, key), own(is, key), key),
    })),
  ];
}

function classRemarks(before: ListedTool, after: ListedTool): Remark<ChangeCode>[] {
  const [was, is] = [classify(before).class, classify(after).class];
  if (was === is) return [];
  const message = `the execution safety policy takes it for \`${is}\` now, before for \`${was}\``;
  return [{ code: 'class-changed', message }];
}

/** The members that have rules of their own. */
const JUDGED = ['name', 'inputSchema', 'outputSchema', 'annotations'];

function memberRemarks(before: ListedTool, after: ListedTool): Remark<ChangeCode>[] {
  const [was, is] = [before, after] as unknown as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !JUDGED.includes(key) && !same(was, is, key))
    .map((key) => ({
      code: key === 'title' || key === 'description' ? 'description-changed' : 'metadata-changed',
      message: changed(own(was, key), own(is, key), key),
    }));
}

function same(was: Record<string, unknown>, is: Record<string, unknown>, key: string): boolean {
  return Object.hasOwn(was, key) === Object.hasOwn(is, key) && isDeepEqual(own(was, key), own(is, key));
}
