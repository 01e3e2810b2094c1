import { Refused } from './api.ts';
import { byId, visible } from './dom.ts';

/** Tells the user, and a screen reader, what has happened. */
export function tell(text: string, tone: 'good' | 'bad' | 'quiet' = 'quiet'): void {
  const place = byId('status');
  place.className = tone;
  place.textContent = visible(text);
}

/** Ends an action of the user, who was told why. */
export class Told extends Error {}

/** Does something for the user, and tells what goes wrong. */
export async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Told) return;
    if (!(error instanceof Refused)) throw error;
    if (error.status === 401) document.dispatchEvent(new Event('signed-out'));
    tell(error.message, 'bad');
  }
}
