import { describe, expect, it } from 'vitest';
import { type Diagnostic, formatDiagnostic, MOST_FINDINGS } from '../../src/diagnostic.ts';
import { attempt, collectInputs, InputError } from '../../src/errors.ts';

const at = (file: string, line: number, column = 1): Diagnostic => ({
  file,
  position: { line, column },
  message: `${file}:${line}:${column}`,
});

const messages = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ message }) => message);

describe('an input error', () => {
  it('sorts its findings: file by file as they were read, top to bottom in each', () => {
    const { diagnostics } = new InputError([
      at('b', 2),
      at('a', 9),
      at('b', 1, 5),
      at('b', 1, 2),
      { message: 'usage' },
    ]);
    expect(messages(diagnostics)).toEqual(['b:1:2', 'b:1:5', 'b:2:1', 'a:9:1', 'usage']);
  });

  it.each([1, MOST_FINDINGS])('shows all of %s findings about one file', (count) => {
    const findings = Array.from({ length: count }, (_, index) => at('a', index + 1));
    expect(new InputError(findings).diagnostics).toEqual(findings);
  });

  it('shows the first of more, and says that there are more, file by file', () => {
    const many = (file: string) => Array.from({ length: 100 }, (_, index) => at(file, 100 - index));
    const { diagnostics } = new InputError([...many('a'), ...many('b')]);
    expect(diagnostics).toHaveLength(2 * (MOST_FINDINGS + 1));
    expect(diagnostics[0]).toEqual(at('a', 1));
    expect(diagnostics[MOST_FINDINGS]).toMatchObject({
      file: 'a',
      position: { line: MOST_FINDINGS },
      message: 'more findings in this file are not shown; the limit is 25',
    });
    expect(new InputError(diagnostics).diagnostics).toEqual(diagnostics);
  });

  it('calls the file - what it is', () => {
    expect(formatDiagnostic(at('-', 1))).toBe('standard input:1:1: error: -:1:1');
  });
});

describe('reading inputs', () => {
  const fail =
    (...found: Diagnostic[]) =>
    () => {
      throw new InputError(found);
    };

  it('gives all results in order', async () => {
    expect(
      await collectInputs(
        () => 1,
        async () => 'two',
      ),
    ).toEqual([1, 'two']);
  });

  it('reports what is wrong with all of them at once', async () => {
    const reading = collectInputs(fail(at('a', 2), at('a', 1)), () => 1, fail(at('b', 1)));
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(messages((error as InputError).diagnostics)).toEqual(['a:1:1', 'a:2:1', 'b:1:1']);
  });

  it('rethrows an error that is not an InputError', async () => {
    const bug = new Error('bug');
    const throwBug = () => {
      throw bug;
    };
    await expect(collectInputs(throwBug)).rejects.toBe(bug);
    await expect(attempt(throwBug)).rejects.toBe(bug);
  });

  it('can go on without one', async () => {
    expect(await attempt(() => 1)).toEqual({ value: 1 });
    expect(await attempt(fail(at('a', 1)))).toEqual({ problems: [at('a', 1)] });
  });
});
