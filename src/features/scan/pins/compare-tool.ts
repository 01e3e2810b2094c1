import type { PinnedTool } from '../../../artifacts/pins/model.ts';
import type { CatalogItem } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { quote } from '../../../text/clip.ts';
import { own, valueAt } from '../../../values/own-property.ts';
import { shown } from '../core/visible.ts';
import { pathOfParameter } from './parameters-of.ts';
import type { PinReport } from './pin-rules.ts';

/** Compares a tool with what was pinned of it, field by field. */
export function compareTool(item: CatalogItem, was: PinnedTool, is: PinnedTool, report: PinReport): void {
  const { path, value } = item;
  const text = (key: string) => shown(own(value, key));
  if (was.description !== is.description)
    report('pin-description', [...path, 'description'], {
      item,
      evidence: text('description'),
      digest: is.description,
    });
  if (was.title !== is.title)
    report('pin-title', [...path, 'title'], { item, evidence: text('title'), digest: is.title });
  if (was.output_schema !== is.output_schema)
    report('pin-output-schema', [...path, 'outputSchema'], { item, digest: is.output_schema });
  compareAnnotations(item, was, is, report);
  if (was.other !== is.other) report('pin-other', path, { item, digest: is.other });
  if (was.copies !== is.copies) report('pin-copies', path, { item, digest: is.copies });
  compareParameters(item, was, is, report);
}

function compareAnnotations(item: CatalogItem, was: PinnedTool, is: PinnedTool, report: PinReport): void {
  const path = [...item.path, 'annotations'];
  const flipped = FLIPS.filter(
    ([hint, byDefault]) => effective(was, hint, byDefault) !== effective(is, hint, byDefault),
  );
  for (const [hint, byDefault] of flipped)
    report('pin-hint', path, { item, evidence: `${hint}: ${effective(is, hint, byDefault)}` });
  if (was.annotations !== is.annotations && flipped.length === 0)
    report('pin-annotations', path, { item, digest: is.annotations });
}

/** The hints by which clients decide whether they ask, with what counts where they are absent. */
const FLIPS = [
  ['readOnlyHint', false],
  ['destructiveHint', true],
] as const;

function effective({ hints }: PinnedTool, hint: string, byDefault: boolean): boolean {
  return own(hints, hint) ?? byDefault;
}

function compareParameters(item: CatalogItem, was: PinnedTool, is: PinnedTool, report: PinReport): void {
  for (const name of new Set([...Object.keys(was.parameters), ...Object.keys(is.parameters)])) {
    const [before, now] = [own(was.parameters, name), own(is.parameters, name)];
    const part = name === '' ? 'the schema itself' : quote(name);
    const below = ['inputSchema', ...pathOfParameter(name)];
    const place = [...item.path, ...below];
    if (!now) report('pin-parameter-removed', place, { item, part });
    else if (!before) report('pin-parameter-added', place, { item, part, digest: now.text + now.shape });
    else {
      const evidence = shown(valueAt(item.value, [...below, 'description']));
      if (before.text !== now.text)
        report('pin-parameter-text', place, { item, part, evidence, digest: now.text });
      if (before.shape !== now.shape) report('pin-parameter-type', place, { item, part, digest: now.shape });
    }
  }
}
