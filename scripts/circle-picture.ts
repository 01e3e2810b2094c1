/** Draws the picture of the README: what the commands do for each other, as an SVG for light and dark pages. */

/** A part of the circle: what it is, what it answers, and the commands that do it. */
interface Part {
  readonly title: string;
  readonly question: string;
  readonly commands: readonly string[];
}

/** In the order of the circle, from the top left, clockwise. */
const PARTS: readonly [Part, Part, Part, Part] = [
  {
    title: 'Produce',
    question: 'What do our checks find?',
    commands: [
      'run · security · conformance run',
      'judge certify · model-compat diff',
      'record · scenario run · probe',
    ],
  },
  {
    title: 'Judge',
    question: 'May this release go out?',
    commands: ['policy simulate --gate', 'a rule per fact, waivers with an end,', 'an exit code for CI'],
  },
  {
    title: 'Enforce',
    question: 'May this agent call this tool now?',
    commands: ['gateway hook · gateway proxy', 'gateway approvals', 'gateway backtest · gateway suggest'],
  },
  {
    title: 'Prove',
    question: 'Can others rely on this run?',
    commands: ['evidence --sign-key', 'evidence verify', 'one small signed file'],
  },
];

const CARD = { width: 340, height: 150 };
const GAP = { x: 120, y: 80 };
const MARGIN = 20;
const WIDTH = 2 * (CARD.width + MARGIN) + GAP.x;
const HEIGHT = 2 * (CARD.height + MARGIN) + GAP.y;
const RIGHT = MARGIN + CARD.width + GAP.x;
const LOWER = MARGIN + CARD.height + GAP.y;

/** The top left corners of the cards, clockwise. */
const CORNERS = [
  [MARGIN, MARGIN],
  [RIGHT, MARGIN],
  [RIGHT, LOWER],
  [MARGIN, LOWER],
] as const;

/** The arrows from each card to the next one, with what passes along it and where that is written. */
const ARROWS = [
  {
    path: `M${RIGHT - GAP.x + 8} ${MARGIN + 75}H${RIGHT - 8}`,
    says: 'artifacts',
    x: WIDTH / 2,
    y: MARGIN + 62,
  },
  {
    path: `M${RIGHT + 260} ${LOWER - GAP.y + 8}V${LOWER - 8}`,
    says: 'released, under rules',
    x: RIGHT + 260 - 12,
    y: HEIGHT / 2 + 5,
    anchor: 'end',
  },
  { path: `M${RIGHT - 8} ${LOWER + 75}H${RIGHT - GAP.x + 8}`, says: 'logs', x: WIDTH / 2, y: LOWER + 62 },
  {
    path: `M${MARGIN + 80} ${LOWER - 8}V${LOWER - GAP.y + 8}`,
    says: 'recordings, new tests',
    x: MARGIN + 80 + 12,
    y: HEIGHT / 2 + 5,
    anchor: 'start',
  },
] as const;

const STYLE = `
svg { color-scheme: light dark }
text { font: 15px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 19px; font-weight: 700; fill: #0550ae }
.command { font: 13.5px ui-monospace, Menlo, Consolas, monospace; fill: #57606a }
.says { font-size: 13.5px; fill: #57606a }
rect { fill: #f6f8fa; stroke: #d0d7de; stroke-width: 1.5 }
path { fill: none; stroke: #0550ae; stroke-width: 2.5 }
marker path { fill: #0550ae; stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .title { fill: #79b8ff } .command, .says { fill: #9da7b3 }
rect { fill: #161b22; stroke: #3d444d } path { stroke: #79b8ff } marker path { fill: #79b8ff }
}
`;

/** Returns `docs/circle.svg`. */
export function circlePicture(): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc">`,
    '<title id="title">The circle of mcptest: produce, judge, enforce, prove</title>',
    `<desc id="desc">${PARTS.map(({ title, question }) => `${title}: ${question}`).join(' ')} What each part makes, the next one reads.</desc>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z"/></marker></defs>',
    ...PARTS.flatMap((part, index) => card(part, CORNERS[index] ?? CORNERS[0])),
    ...ARROWS.flatMap(arrow),
    `<text class="title" x="${WIDTH / 2}" y="${HEIGHT / 2 + 6}" text-anchor="middle">mcptest all</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function card({ title, question, commands }: Part, [x, y]: readonly [number, number]): string[] {
  return [
    `<rect x="${x}" y="${y}" width="${CARD.width}" height="${CARD.height}" rx="10"/>`,
    `<text class="title" x="${x + 20}" y="${y + 34}">${title}</text>`,
    `<text x="${x + 20}" y="${y + 60}">${question}</text>`,
    ...commands.map(
      (line, row) => `<text class="command" x="${x + 20}" y="${y + 88 + 22 * row}">${line}</text>`,
    ),
  ];
}

function arrow({ path, says, x, y, ...more }: (typeof ARROWS)[number]): string[] {
  const anchor = 'anchor' in more ? more.anchor : 'middle';
  return [
    `<path d="${path}" marker-end="url(#tip)"/>`,
    `<text class="says" x="${x}" y="${y}" text-anchor="${anchor}">${says}</text>`,
  ];
}
