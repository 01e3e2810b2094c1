import type { Signal, ToolCall } from '../artifacts/audit-log/model.ts';
import { choiceOf } from './choice.ts';
import { decodingsOf } from './decodings.ts';
import type { Detector } from './detector.ts';
import { DETECTORS, isDestructiveName } from './detectors.ts';
import { Leaf } from './leaf.ts';
import { locationOf } from './location.ts';
import { mask } from './mask.ts';
import { isTalk } from './mention.ts';
import { riskOf, SEVERITY_POINTS } from './risk.ts';
import type { InspectionSettings } from './settings.ts';
import type { Span } from './span.ts';
import { TRAITS } from './traits.ts';
import { walkArguments } from './walk.ts';

/** The risk and signals that a call carries; what it does not carry comes from inspection. */
export interface Inspection {
  /** 0 to 100. */
  readonly risk: number;
  /** In the order of the call; at one place in the order of the detectors. */
  readonly signals: readonly Signal[];
}

/** A detector reports up to this many places in a call, so the risk cannot grow by more. */
const MOST_OF_A_KIND = 10;

/** Up to this many matches at one place are remembered, so later detectors do not report them again. */
const MOST_CLAIMS = 50;

/**
 * Returns the risk and the signals of a call. What the call carries is not changed. Missing signals are looked for in
 * its name and arguments, and a missing risk is computed from the signals.
 * Spec (tool-call policies): "Content inspection produces a risk score and signals".
 */
export function inspect(call: ToolCall, settings: InspectionSettings): Inspection {
  const signals = call.signals ?? scan(call, settings);
  return { risk: call.risk ?? riskOf(signals), signals };
}

function scan(call: ToolCall, settings: InspectionSettings): readonly Signal[] {
  const chosen = choiceOf(settings);
  const report = new Report();
  if (chosen.has(TOOL_NAME) && isDestructiveName(call.tool)) report.add(TOOL_NAME, 'tool', mask(call.tool));
  walkArguments(call, {
    text: (leaf) => {
      let found = scanText(leaf, chosen.forTraits(leaf.traits), report);
      for (const text of decodingsOf(leaf.text, leaf.traits)) {
        const other = new Leaf(text, leaf.key, leaf.path, leaf.call);
        const detectors = chosen.forTraits(other.traits).filter(({ id }) => !found.includes(id));
        found = [...found, ...scanText(other, detectors, report)];
      }
      if (leaf.has(TRAITS.oversized) && chosen.has(OVERSIZED_FIELD)) {
        report.add(OVERSIZED_FIELD, locationOf(leaf.path), mask(leaf.text, leaf.length));
      }
    },
    cut: (path) => {
      if (chosen.has(OVERSIZED_CALL)) report.add(OVERSIZED_CALL, locationOf(path), undefined);
    },
  });
  return report.signals;
}

/** Reports what detectors find in a text, and returns their identifiers. */
function scanText(leaf: Leaf, detectors: readonly Detector[], report: Report): readonly string[] {
  let found: string[] | undefined;
  let claims: Claims | undefined;
  for (const detector of detectors) {
    let isReported = false;
    for (const span of detector.find(leaf)) {
      claims ??= new Claims();
      if (isReported && claims.isFull) break;
      if (!claims.take(detector, span) || isReported || isTalk(detector, leaf, span)) continue;
      isReported = true;
      found ??= [];
      found.push(detector.id);
      report.add(detector, locationOf(leaf.path), mask(leaf.text.slice(span.start, span.end)));
    }
  }
  return found ?? NONE;
}

const NONE: readonly string[] = [];

/** The matches at one place: two detectors of a category do not report the same characters. */
class Claims {
  readonly #claims: { readonly category: string; readonly id: string; readonly span: Span }[] = [];

  get isFull(): boolean {
    return this.#claims.length >= MOST_CLAIMS;
  }

  /** Claims a span; false when another detector of the category has already claimed it. */
  take({ category, id }: Detector, span: Span): boolean {
    const isTaken = this.#claims.some(
      (claim) =>
        claim.category === category &&
        claim.id !== id &&
        claim.span.start < span.end &&
        span.start < claim.span.end,
    );
    if (!isTaken && !this.isFull) this.#claims.push({ category, id, span });
    return !isTaken;
  }
}

/** The signals of a call, each detector at up to {@link MOST_OF_A_KIND} places. */
class Report {
  readonly signals: Signal[] = [];
  readonly #counts = new Map<string, number>();

  add({ id, category, severity }: Detector, location: string, evidence: string | undefined): void {
    const count = this.#counts.get(id) ?? 0;
    if (count >= MOST_OF_A_KIND) return;
    this.#counts.set(id, count + 1);
    const points = SEVERITY_POINTS[severity];
    this.signals.push({
      id,
      category,
      severity,
      location,
      points,
      ...(evidence !== undefined && { evidence }),
    });
  }
}

const named = (id: string) => DETECTORS.find((detector) => detector.id === id) as Detector;
const TOOL_NAME = named('destructive.tool_name');
const OVERSIZED_FIELD = named('egress.oversized_field');
const OVERSIZED_CALL = named('egress.oversized_arguments');
