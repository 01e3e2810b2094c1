import { describe, expect, it } from 'vitest';
import { headerValue, mirroredHeaders } from '../../../src/mcp/mirrored-headers.ts';

const decoded = (value: string) => Buffer.from(value.slice('=?base64?'.length, -2), 'base64').toString();

describe('a value in a header', () => {
  it.each(['us-west1', 'a b', 'a\tb', '=?base64?', '42'])('is %j as it is', (text) => {
    expect(headerValue(text)).toBe(text);
  });

  it.each(['', ' a', 'a\t', 'grüße', 'a\r\nb', '\u0000', '=?base64?YQ==?='])('is %j in base64', (text) => {
    expect(headerValue(text)).toMatch(/^=\?base64\?[\w+/]*={0,2}\?=$/);
    expect(decoded(headerValue(text))).toBe(text);
  });
});

describe('the headers that repeat arguments', () => {
  const property = (name: unknown, rest: object = {}) => ({ 'x-mcp-header': name, ...rest });
  const schema = {
    type: 'object',
    properties: {
      region: property('Region'),
      count: property('Count'),
      isDry: property('Dry'),
      big: property('Big'),
      list: property('List'),
      none: property('None'),
      wrong: property('not a token'),
      number: property(3),
      inner: { properties: { zone: property('Zone') } },
      true: true,
    },
    anyOf: [{ properties: { hidden: property('Hidden') } }],
  };

  it('are those that the schema declares, for values that a header can carry', () => {
    const args = {
      region: 'süd',
      count: 3,
      isDry: false,
      big: 2 ** 60,
      list: [1],
      none: null,
      wrong: 'a',
      number: 'a',
      inner: { zone: 'b' },
      hidden: 'a',
      true: 'a',
      __proto__: { region: 'x' },
    };
    expect(mirroredHeaders(schema, args)).toEqual({
      'Mcp-Param-Region': headerValue('süd'),
      'Mcp-Param-Count': '3',
      'Mcp-Param-Dry': 'false',
      'Mcp-Param-Zone': 'b',
    });
  });

  it.each([
    [undefined, {}],
    [schema, undefined],
    [{ properties: [] }, {}],
    [schema, {}],
  ])('are none for %j and %j', (given, args) => {
    expect(mirroredHeaders(given, args)).toEqual({});
  });
});
