// from `npm run bench -- security`: the second half of the servers, see docs/security-rules.md

/** How many harmless tools the rules were tried on, and in how many of them each rule finds something. */
export const MEASURED: {
  readonly harmless: number;
  readonly falseAlarms: Readonly<Record<string, number>>;
} = {
  harmless: 453,
  falseAlarms: {
    'decoded-text': 1,
    'quoted-attack': 4,
    'same-name': 1,
    'readonly-may-write': 19,
    'must-call-first': 6,
    'self-praise': 2,
    link: 4,
    'missing-description': 9,
  },
};
