import { RecentMap } from '../values/recent-map.ts';
import type { Detector } from './detector.ts';
import { DETECTORS } from './detectors.ts';
import type { InspectionSettings } from './settings.ts';

/** The cache keeps up to this many sets of traits with their detectors; a log of calls has a few dozen. */
const MOST_SETS = 1000;

/** The detectors that the settings leave on. */
class Choice {
  readonly #detectors: readonly Detector[];
  readonly #byTraits = new RecentMap<number, readonly Detector[]>(MOST_SETS);

  constructor({ disabled }: InspectionSettings) {
    this.#detectors = DETECTORS.filter(({ id }) => !disabled.includes(id));
  }

  has(detector: Detector): boolean {
    return this.#detectors.includes(detector);
  }

  /** Returns the detectors for a text with these traits. */
  forTraits(traits: number): readonly Detector[] {
    const known = this.#byTraits.get(traits);
    if (known) return known;
    const looking = this.#detectors.filter(({ needs }) => (needs & traits) !== 0);
    return this.#byTraits.set(traits, looking);
  }
}

/** A cache: all calls of a rule set share one settings object. */
const choices = new WeakMap<InspectionSettings, Choice>();

/** Returns the detectors that the settings leave on. */
export function choiceOf(settings: InspectionSettings): Choice {
  const known = choices.get(settings);
  if (known) return known;
  const choice = new Choice(settings);
  choices.set(settings, choice);
  return choice;
}
