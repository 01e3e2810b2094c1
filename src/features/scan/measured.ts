// nothing has been measured yet, so reports leave the rate out

/** How many harmless tools the rules were tried on, and in how many of them each rule finds something. */
export const MEASURED: {
  readonly harmless: number;
  readonly falseAlarms: Readonly<Record<string, number>>;
} = { harmless: 0, falseAlarms: {} };
