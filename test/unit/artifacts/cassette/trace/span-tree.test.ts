import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../../src/artifacts/cassette/trace/span.ts';
import { SpanTree } from '../../../../../src/artifacts/cassette/trace/span-tree.ts';
import { counted } from '../../../../support/counted.ts';

function chatSpan(index: number, start: number, end: number, text: string): Span {
  const output = [{ role: 'agent', text, calls: [], answers: [], path: [] }];
  return { id: `s${index}`, kind: 'chat', start, end, output } as unknown as Span;
}

/** What a twin is, by comparing each pair. */
function isTwin(spans: readonly Span[], index: number): boolean {
  const holds = (a: Span, b: Span) => a.start <= b.start && b.end <= a.end && a.start < a.end;
  const span = spans[index] as Span;
  return spans
    .slice(0, index)
    .some(
      (each) => each.output[0]?.text === span.output[0]?.text && (holds(each, span) || holds(span, each)),
    );
}

describe('requests traced by two programs', () => {
  it('are those that a comparison of all pairs finds', () => {
    const time = fc.integer({ min: 0, max: 6 });
    const spans = fc.array(fc.tuple(time, time, fc.constantFrom('yes', 'no')), { maxLength: 12 });
    fc.assert(
      fc.property(spans, (times) => {
        const sorted = [...times]
          .sort((a, b) => a[0] - b[0] || a[1] - b[1])
          .map(([start, end, text], index) => chatSpan(index, start, end, text));
        const tree = new SpanTree(sorted);
        for (const [index, span] of sorted.entries())
          expect(tree.isTwinChat(span)).toBe(isTwin(sorted, index));
      }),
    );
  });

  it('are found in steps linear in the number of requests', () => {
    const readsOf = (count: number) => {
      const spans = Array.from({ length: count }, (_, index) => chatSpan(index, index, index + 1, 'done'));
      const { value, reads } = counted(spans, 100 * count);
      const tree = new SpanTree(value);
      for (const span of value) tree.isTwinChat(span);
      return reads();
    };
    expect(readsOf(2000)).toBeLessThan(2.1 * readsOf(1000));
  });
});
