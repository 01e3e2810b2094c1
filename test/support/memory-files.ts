import { InputError } from '../../src/errors.ts';
import {
  editedMeanwhileError,
  existsError,
  foreignFileError,
  notRegularError,
  readTwiceError,
  targetIsInputError,
  writtenTwiceError,
} from '../../src/node/file-errors.ts';
import { reasonOf } from '../../src/node/reasons.ts';
import { sha256 } from '../../src/node/sha256.ts';
import type { FilesPort } from '../../src/ports.ts';

/**
 * A file system in memory: paths to texts; a path that ends with `/` is an empty folder. Written files appear in it.
 * It behaves like the real one, see test/unit/node/files-contract.test.ts.
 */
export function memoryFiles(texts: Record<string, string>): FilesPort & { texts: Record<string, string> } {
  const read = new Set<string>();
  const isFile = (path: string) => Object.hasOwn(texts, path);
  const made = new Set<string>();
  const isFolder = (path: string) =>
    made.has(path) || Object.keys(texts).some((key) => key.startsWith(`${path}/`));
  const codeOfMissing = (path: string) => (parentsOf(path).some(isFile) ? 'ENOTDIR' : 'ENOENT');

  function write(path: string, text: string): void {
    refuseNowhere(path);
    texts[path] = text;
  }

  function refuseNowhere(path: string): void {
    const parent = parentsOf(path).at(-1);
    if (parent && !isFolder(parent)) throw refused(path, 'written', codeOfMissing(path));
  }

  function refuseUnfit(written: readonly { readonly path: string; readonly isNew?: boolean }[]): void {
    const paths = written.map(({ path }) => path);
    for (const [index, { path, isNew = false }] of written.entries()) {
      if (isFile(path) && read.has(path)) throw targetIsInputError(path);
      if (isNew && (isFile(path) || isFolder(path))) throw existsError(path);
      if (isFolder(path)) throw notRegularError(path);
      if (paths.indexOf(path) !== index) throw writtenTwiceError(path);
    }
  }

  function textOf(path: string): string {
    if (path === '-' && read.has(path)) throw readTwiceError(path);
    return readFile(path);
  }

  function readFile(path: string): string {
    return rawText(path).replace(/^\ufeff/, '');
  }

  function rawText(path: string): string {
    read.add(path);
    const text = isFile(path) ? texts[path] : undefined;
    if (text === undefined) throw refused(path, 'read', isFolder(path) ? 'EISDIR' : codeOfMissing(path));
    return text;
  }

  return {
    texts,
    readText: textOf,
    readFile,
    async receive({ mostBytes }) {
      if (!isFile('-')) return { missing: 'late' };
      const bytes = Buffer.from(texts['-'] ?? '');
      return bytes.length > mostBytes ? { missing: 'too-long' } : { bytes };
    },
    async *readLines(path, part) {
      if (path === '-' && read.has(path)) throw readTwiceError(path);
      const bytes = Buffer.from(rawText(path));
      if (part === undefined) yield* linesIn(bytes);
      else {
        const end = bytes.indexOf('\n', ('from' in part ? part.from : part.until) - 1);
        const cut = end === -1 ? bytes.length : end + 1;
        if ('until' in part) yield* linesIn(bytes.subarray(0, cut));
        if ('from' in part || !(await part.isRestKnown())) yield* linesIn(bytes.subarray(cut), '');
      }
    },
    // a text is no archive
    readArchive: async () => null,
    plainFile: (path) => {
      const text = isFile(path) && path !== '-' ? texts[path] : undefined;
      return text === undefined ? null : { size: Buffer.byteLength(text), identity: path };
    },
    readHashed: (path) => ({ text: textOf(path), sha256: sha256(rawText(path)) }),
    readBytes: (path) => new TextEncoder().encode(rawText(path)),
    listFolder(folder) {
      if (!isFolder(folder)) return null;
      const inside = Object.keys(texts).filter((path) => path.startsWith(`${folder}/`));
      const parents = inside.flatMap(parentsOf).filter((parent) => parent.length > folder.length);
      return {
        files: inside.filter((path) => !path.endsWith('/')).sort(),
        folders: [...new Set(parents)].sort(),
      };
    },
    listEntries(folder) {
      const prefix = folder === '.' ? '' : `${folder}/`;
      const inside = Object.keys(texts).filter((path) => path.startsWith(prefix) && path !== prefix);
      if (inside.length === 0) return null;
      const entries = new Map(
        inside.map((path) => {
          const [name = '', ...below] = path.slice(prefix.length).split('/');
          return [name, below.length > 0];
        }),
      );
      return [...entries]
        .map(([name, isFolder]) => ({ name, isFolder }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    realPath(path) {
      const kept: string[] = [];
      for (const step of path.split('/')) {
        if (step === '..') kept.pop();
        else if (step !== '.' && step !== '') kept.push(step);
      }
      const tidy = kept.join('/');
      const isThere = tidy === '' || Object.keys(texts).some((each) => `${each}/`.startsWith(`${tidy}/`));
      return isThere ? `/memory/${tidy}`.replace(/\/$/, '') : null;
    },
    makeFolder(path) {
      made.add(path);
    },
    replaceFolder(path, folder, known) {
      if (isFile(path)) throw refused(path, 'written', 'ENOTDIR');
      const inside = Object.keys(texts).filter((each) => each.startsWith(`${path}/`));
      const others = inside
        .map((each) => each.slice(path.length + 1).replace(/\/.*/, ''))
        .filter((name) => name !== '');
      const [other] = others.filter((name) => !known.includes(name)).sort();
      if (other !== undefined) throw foreignFileError(path, other);
      for (const each of inside) delete texts[each];
      for (const [name, text] of Object.entries(folder)) texts[`${path}/${name}`] = text;
    },
    removeFiles(folder, names) {
      for (const name of names) delete texts[`${folder}/${name}`];
    },
    writeWhole(path, text) {
      if (isFile(path) && read.has(path)) throw targetIsInputError(path);
      if (isFolder(path)) throw refused(path, 'written', 'EISDIR');
      write(path, text);
    },
    draft(path) {
      if (isFolder(path)) throw notRegularError(path);
      refuseNowhere(path);
      let text = '';
      return {
        append(more) {
          text += more;
        },
        lines: () => linesOfText(text),
        finish: (head) => write(path, head + text),
        discard() {},
      };
    },
    openAuditFile(path) {
      if (isFile(path) && read.has(path)) throw targetIsInputError(path);
      if (isFolder(path)) throw refused(path, 'written', 'EISDIR');
      write(path, texts[path] ?? '');
      return { append: (line) => write(path, `${texts[path] ?? ''}${line}\n`), close() {} };
    },
    writeNew(path, text) {
      if (isFile(path) || isFolder(path)) throw existsError(path);
      write(path, text);
    },
    writeTogether(written) {
      refuseUnfit(written);
      const before = { ...texts };
      const paths = written.map(({ path }) => path);
      try {
        for (const { path, text } of written) write(path, text);
      } catch (error) {
        for (const path of paths) {
          const text = before[path];
          if (text === undefined) delete texts[path];
          else texts[path] = text;
        }
        throw error;
      }
    },
    checkTogether(planned) {
      refuseUnfit(planned);
      for (const { path } of planned) refuseNowhere(path);
    },
    async withScratchFolder(beside, use) {
      const folder = `${beside}.tmp-scratch`;
      refuseNowhere(beside);
      texts[`${folder}/`] = '';
      try {
        return await use(folder);
      } finally {
        for (const path of Object.keys(texts)) if (path.startsWith(`${folder}/`)) delete texts[path];
      }
    },
    isReadableByOthers: () => false,
    replaceText(path, before, after) {
      if (before === undefined) return this.writeNew(path, after);
      if (!isFile(path)) throw refused(path, 'written', isFolder(path) ? 'EISDIR' : codeOfMissing(path));
      if (texts[path]?.replace(/^\ufeff/, '') !== before) throw editedMeanwhileError(path);
      texts[path] = texts[path]?.startsWith('\ufeff') ? `\ufeff${after}` : after;
    },
  };
}

async function* linesOfText(text: string): AsyncGenerator<readonly string[]> {
  yield* linesIn(Buffer.from(text));
}

function linesIn(bytes: Buffer, mark = '\ufeff'): string[][] {
  const whole = bytes.toString();
  const text = whole.startsWith(mark) ? whole.slice(mark.length) : whole;
  return text === '' ? [] : [text.replace(/\n$/, '').split('\n')];
}

function parentsOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Returns the message of the real files for this code of the system. */
function refused(file: string, act: 'read' | 'written', code: string): InputError {
  return new InputError({ file, message: `cannot be ${act}: ${reasonOf({ code })}` });
}
