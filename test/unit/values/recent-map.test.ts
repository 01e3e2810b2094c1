import { describe, expect, it } from 'vitest';
import { RecentMap } from '../../../src/values/recent-map.ts';

describe('a map of what was recent', () => {
  it('never holds more than twice its capacity', () => {
    const map = new RecentMap<number, number>(10);
    let largest = 0;
    for (let key = 0; key < 1000; key++) {
      map.set(key, key);
      largest = Math.max(largest, map.size);
    }
    expect(largest).toBe(20);
    expect(map.get(999)).toBe(999);
    expect(map.get(0)).toBeUndefined();
  });

  it('keeps entries that are requested again and again', () => {
    const map = new RecentMap<string, number>(10);
    map.set('often', 1);
    for (let key = 0; key < 1000; key++) {
      map.set(String(key), key);
      expect(map.get('often')).toBe(1);
    }
  });

  it('takes heavy entries for several', () => {
    const map = new RecentMap<string, number>(10, () => 6);
    for (const key of 'abcdef') map.set(key, 0);
    expect(map.size).toBe(2);
    expect(map.get('f')).toBe(0);
    expect(map.get('a')).toBeUndefined();
  });
});
