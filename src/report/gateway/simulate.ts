import type { Simulation } from '../../gateway/simulation.ts';
import type { Palette } from '../palette.ts';

export function formatSimulation(_simulation: Simulation, _palette: Palette): string {
  return '';
}
