import type { FilesPort } from '../../files-port.ts';
import type { Ports } from '../../ports.ts';
import type { TableProgress } from '../../table-port.ts';

/** After so many lines of a log the progress is shown again. */
const LINES = 1 << 16;

/** Writes how far a long task is over the same line of a terminal, on standard error; nothing where that is no terminal. */
export interface Progress {
  show(progress: TableProgress): void;
  /** Removes the line. */
  end(): void;
}

/** Returns the progress of a task; undefined if nobody sees it. */
export function progressOn({ stderr }: Pick<Ports, 'stderr'>): Progress | undefined {
  if (!stderr.isTerminal) return undefined;
  let shown = '';
  const write = (text: string) => {
    if (text === shown) return;
    stderr.write(`\r\u001b[K${text}`);
    shown = text;
  };
  return { show: (progress) => write(inWords(progress)), end: () => write('') };
}

function inWords({ rows, bytes, of }: TableProgress): string {
  const number = (value: number) => value.toLocaleString('en');
  const all = of === undefined || of < rows ? '' : ` of ${number(of)}`;
  return `${number(rows)}${all} records${bytes === undefined ? '' : `, ${number(Math.round(bytes / 1e6))} MB`}`;
}

/** Returns the same files, of which the progress shows how much was read as lines. */
export function watched(
  files: FilesPort,
  progress: Progress | undefined,
): Pick<FilesPort, 'readLines' | 'realPath'> {
  if (!progress) return files;
  let [rows, bytes, next] = [0, 0, LINES];
  return {
    realPath: (path) => files.realPath(path),
    async *readLines(path, part) {
      for await (const lines of files.readLines(path, part)) {
        rows += lines.length;
        for (const line of lines) bytes += (line?.length ?? 0) + 1;
        if (rows >= next) {
          next = rows + LINES;
          progress.show({ rows, bytes });
        }
        yield lines;
      }
    },
  };
}
