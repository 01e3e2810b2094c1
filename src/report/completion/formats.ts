import type { Place } from '../../features/completion/offers.ts';

/** The shells for which `completion` prints a script, loaded on demand. */
export const SHELLS = {
  bash: async () => (await import('./bash.ts')).formatBash,
  zsh: async () => (await import('./zsh.ts')).formatZsh,
  fish: async () => (await import('./fish.ts')).formatFish,
} satisfies Readonly<Record<string, () => Promise<(places: readonly Place[]) => string>>>;

/** A shell for which there is a script. */
export type Shell = keyof typeof SHELLS;

/** The names of the shells. */
export const SHELL_NAMES = Object.keys(SHELLS) as readonly Shell[];
