/** Draws terminal output as an SVG picture: colours as picocolors writes them, one text element per run. */

const WIDTH = 8.4;
const HEIGHT = 20;
const MARGIN = 20;

/** The foreground colours of a dark terminal, by the code that selects each. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
  '90': '#8b949e',
};

/** A stretch of one line in one style. */
interface Run {
  readonly column: number;
  readonly text: string;
  readonly colour: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

/**
 * @param printed text with ANSI colours
 * @param title for readers who cannot see the picture
 */
export function terminalPicture(printed: string, title: string): string {
  const lines = printed.trimEnd().split('\n').map(runsOf);
  const columns = Math.max(...lines.flat().map(({ column, text }) => column + text.length));
  const width = Math.ceil(columns * WIDTH) + 2 * MARGIN;
  const height = lines.length * HEIGHT + 2 * MARGIN;
  const texts = lines.flatMap((runs, row) => runs.map((run) => toText(run, MARGIN + (row + 0.75) * HEIGHT)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function toText({ column, text, colour, bold, dim }: Run, y: number): string {
  const style = [colour && ` fill="${colour}"`, bold && ' font-weight="bold"', dim && ' opacity="0.6"'];
  // a fixed length keeps columns aligned in any font
  const place = `x="${round(MARGIN + column * WIDTH)}" y="${y}" textLength="${round(text.length * WIDTH)}"`;
  return `<text ${place}${style.filter(Boolean).join('')}>${escapeXml(text)}</text>`;
}

function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let [column, colour, bold, dim]: [number, string | undefined, boolean, boolean] = [
    0,
    undefined,
    false,
    false,
  ];
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1];
    if (codes === undefined) {
      // columns are placed one by one: a renderer may shrink the spaces between them
      for (const { 0: text, index } of part.matchAll(/\S+(?: \S+)*/g)) {
        runs.push({ column: column + index, text, colour, bold, dim });
      }
      column += part.length;
      continue;
    }
    for (const code of codes.split(';')) {
      if (code === '0') [colour, bold, dim] = [undefined, false, false];
      else if (code === '1') bold = true;
      else if (code === '2') dim = true;
      else if (code === '22') [bold, dim] = [false, false];
      else if (code === '39') colour = undefined;
      else if (code in COLOURS) colour = COLOURS[code];
      else throw new Error(`the picture does not know the colour code ${code}`);
    }
  }
  return runs;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
