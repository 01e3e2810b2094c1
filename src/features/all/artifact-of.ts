import type { ArtifactKind } from '../../artifacts/kinds.ts';
import type { AllReport, LaneName, LaneReport } from './report-schema.ts';

/** The artifact that a lane makes for the gate. */
export const ARTIFACT_OF: Readonly<Partial<Record<LaneName, ArtifactKind>>> = {
  run: 'run-report',
  'judge certify': 'judge-cert',
  'conformance run': 'conformance-report',
  security: 'security',
  'model-compat diff': 'model-compat',
  evidence: 'evidence',
};

/** A lane whose artifact no rule of the policy looks at: the lane decides by itself. */
export interface Unjudged {
  readonly kind: ArtifactKind;
  readonly lane: LaneReport;
}

/** Returns the lanes whose artifacts the policy could judge, and does not; none where the gate was not asked, or could not run. */
export function unjudgedIn({ lanes }: Pick<AllReport, 'lanes'>): Unjudged[] {
  const gate = lanes.find(({ lane }) => lane === 'policy simulate');
  if (gate === undefined || gate.answer === 'could-not-run') return [];
  return lanes.flatMap((lane) => {
    const kind = ARTIFACT_OF[lane.lane];
    return kind === undefined || lane.judged_by.length > 0 || lane.answer === 'could-not-run'
      ? []
      : [{ kind, lane }];
  });
}
