import type { SuiteTransport, TestSuite } from '../../artifacts/test-suite/model.ts';
import { PREFERRED, type ProtocolChoice, readProtocol } from '../../mcp/protocol.ts';
import type { Combination } from './open-session.ts';
import type { RunCase } from './run-model.ts';

/**
 * Returns the combinations of a matrix, protocol by protocol.
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`"
 * @param protocol the one of the command line, which takes the place of the protocols of the matrix
 * @throws InputError when the matrix names an unknown protocol
 */
export function combinationsOf(
  { matrix }: Pick<TestSuite, 'matrix'>,
  protocol: ProtocolChoice | 'both' = PREFERRED,
): Combination[] {
  const protocols = protocolsOf(matrix.protocol, protocol);
  const transports: readonly (SuiteTransport | undefined)[] = matrix.transport ?? [undefined];
  return protocols.flatMap((each) =>
    transports.map((transport) => {
      const words = [each.word, transport].filter((word) => word !== undefined);
      return { protocol: each.choice, transport, words: words.join(' ') };
    }),
  );
}

interface NamedProtocol {
  readonly choice: ProtocolChoice;
  readonly word: string | undefined;
}

function protocolsOf(
  matrix: readonly string[] | undefined,
  protocol: ProtocolChoice | 'both',
): readonly NamedProtocol[] {
  if (protocol === 'both') return ['legacy', 'modern'].flatMap(named);
  if (protocol.kind !== 'preferred') return [{ choice: protocol, word: undefined }];
  return matrix === undefined ? [{ choice: PREFERRED, word: undefined }] : matrix.flatMap(named);
}

function named(word: string): NamedProtocol[] {
  const choice = readProtocol(word);
  return choice === 'both' ? ['legacy', 'modern'].flatMap(named) : [{ choice, word }];
}

/** Returns a name with its combination, such as `teardown [modern http]`. */
export function nameIn({ words }: Pick<Combination, 'words'>, name: string): string {
  return words === '' ? name : `${name} [${words}]`;
}

/** Returns every test in every combination, combination by combination, in the order of the suite. */
export function expandCases({ tests }: TestSuite, combinations: readonly Combination[]): RunCase[] {
  return combinations.flatMap((combination) =>
    tests.map((test) => ({ test, combination, name: nameIn(combination, test.name) })),
  );
}
