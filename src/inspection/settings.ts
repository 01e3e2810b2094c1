/** How the arguments of calls are inspected that carry no risk and signals. */
export interface InspectionSettings {
  /** Identifiers of detectors that are switched off: `pii.email`. */
  readonly disabled: readonly string[];
}
