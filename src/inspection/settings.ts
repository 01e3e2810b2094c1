/** How to inspect calls that carry no risk and signals. */
export interface InspectionSettings {
  /** The identifiers of detectors that are switched off: `pii.email`. */
  readonly disabled: readonly string[];
  /**
   * What the rules on signals and risk do about a call whose arguments were not inspected to their end: `deny` lets those
   * that deny or hold match it. By default they see only what was found.
   */
  readonly incomplete?: Incomplete;
}

/** The values of {@link InspectionSettings.incomplete}. */
export const INCOMPLETE = ['allow', 'deny'] as const;

type Incomplete = (typeof INCOMPLETE)[number];

/** The detectors that report that the arguments of a call were not inspected to their end. */
export const CUT_DETECTORS: readonly string[] = ['egress.oversized_field', 'egress.oversized_arguments'];
