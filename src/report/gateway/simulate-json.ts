import type { Simulation } from '../../gateway/simulation.ts';

export function formatSimulationJson(_simulation: Simulation): string {
  return '';
}
