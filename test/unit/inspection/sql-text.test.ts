import { describe, expect, it } from 'vitest';
import { sqlTextOf } from '../../../src/inspection/sql-text.ts';

describe('sqlTextOf', () => {
  const wordsOf = (text: string) =>
    sqlTextOf(text).statements.map((tokens) => tokens.map(({ word }) => word).join(' '));

  it.each([
    ['select 1; drop table a', ['SELECT 1', 'DROP TABLE A']],
    ["insert into a values ('x; drop table b')", ["INSERT INTO A VALUES ( ' )"]],
    ["select 'it''s' , 'a\\'b; c'", ["SELECT ' , '"]],
    ['select /* ; */ a -- ; b\nfrom c', ['SELECT A FROM C']],
    ['select a from "my table"', ['SELECT A FROM "']],
    ['/*! drop table a */ select 1', ['DROP TABLE A SELECT 1']],
    ["select 'open; drop table a", ["SELECT ' OPEN", 'DROP TABLE A']],
    ['select /* open', ['SELECT OPEN']],
  ])('reads %j', (text, statements) => {
    expect(wordsOf(text)).toEqual(statements);
  });

  it('sees what stands in the quotes of a program, and what follows those of a value', () => {
    expect(wordsOf('run("DELETE FROM a")')).toEqual([`RUN ( ' DELETE FROM A ' )`]);
    expect(wordsOf("x'; drop table a")).toEqual(["X '", 'DROP TABLE A']);
  });

  it('counts the parentheses around a token', () => {
    const [tokens = []] = sqlTextOf('select (a(b)) from c').statements;
    expect(tokens.map(({ depth }) => depth)).toEqual([0, 0, 1, 1, 2, 1, 0, 0, 0]);
  });
});
