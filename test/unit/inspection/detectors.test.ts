import { describe, expect, it } from 'vitest';
import { SIGNAL_CATEGORIES, SIGNAL_SEVERITIES } from '../../../src/artifacts/audit-log/model.ts';
import { DETECTOR_IDS } from '../../../src/inspection/detector-ids.ts';
import { DETECTORS } from '../../../src/inspection/detectors.ts';
import { inspect } from '../../../src/inspection/inspect.ts';
import { LABELLED } from '../../inspection/labelled.ts';

describe('the table of detectors', () => {
  it('has identifiers that say the category, once each', () => {
    expect(DETECTORS.map(({ id }) => id)).toEqual(DETECTOR_IDS);
    expect(new Set(DETECTOR_IDS).size).toBe(DETECTORS.length);
    for (const { id, category, severity } of DETECTORS) {
      expect(id).toMatch(/^[a-z]+\.[a-z][a-z0-9_]*$/);
      expect(id.startsWith(`${category}.`)).toBe(true);
      expect(SIGNAL_CATEGORIES).toContain(category);
      expect(SIGNAL_SEVERITIES).toContain(severity);
    }
  });

  it('has a labelled call for each of them', () => {
    const fired = new Set(
      LABELLED.flatMap(({ call }) =>
        inspect({ tool: 'run_task', ...call }, { disabled: [] }).signals.map(({ id }) => id),
      ),
    );
    // needs arguments of a size that nobody writes down; see inspect.test.ts
    const expected = DETECTOR_IDS.filter((id) => id !== 'egress.oversized_arguments');
    expect(expected.filter((id) => !fired.has(id))).toEqual([]);
  });

  it('gives examples on which they fire, but for keys, which it only describes', () => {
    const silent = DETECTORS.filter(({ category, id, example }) => {
      if (category === 'secret' || id === 'injection.hidden_text' || id.startsWith('egress.oversized'))
        return false;
      if (/…/.test(example)) return false;
      const texts = [...example.matchAll(/(`+)(.+?)\1/g)].map(([, , text = '']) => text);
      return !texts.some((text) =>
        inspect({ tool: text, arguments: { value: text } }, { disabled: [] }).signals.some(
          (signal) => signal.id === id,
        ),
      );
    });
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
