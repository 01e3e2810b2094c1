/** How to inspect calls that carry no risk and signals. */
export interface InspectionSettings {
  /** The identifiers of detectors that are switched off: `pii.email`. */
  readonly disabled: readonly string[];
}
