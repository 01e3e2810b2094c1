import type { ValuePath } from '../../diagnostic.ts';
import { parseAuthored } from '../../documents/authored.ts';
import { FaultList } from '../../documents/fault-list.ts';
import { validate } from '../../documents/validate.ts';
import { present } from '../../values/own-property.ts';
import { LONE_SERVER, type SuiteMask, type SuiteServer, type SuiteTest, type TestSuite } from './model.ts';
import { type CallDefaults, CallReader, PLAIN_CLIENT } from './read-call.ts';
import { readLanes } from './read-lanes.ts';
import { readServer, refuseProto } from './read-server.ts';
import { testSuiteSchema, type WrittenSuite, type WrittenTest } from './schema.ts';

/** A suite that was read, and the list to which the faults of its matchers and targets are added. */
export interface ReadSuite {
  readonly suite: TestSuite;
  readonly faults: FaultList;
}

/**
 * Reads a suite from YAML or JSON text.
 * @throws InputError with every finding at once
 */
export function readTestSuite(source: string, file: string): TestSuite {
  const { suite, faults } = collectTestSuite(source, file);
  faults.refuse();
  return suite;
}

/**
 * Reads a suite whose faults are collected but not yet reported, so that the caller can add what it finds. Parts with a
 * fault may be missing or empty: the suite may be used only after `faults.refuse()`.
 * @throws InputError when the text does not follow the schema
 */
export function collectTestSuite(source: string, file: string): ReadSuite {
  const document = parseAuthored(source, file);
  const written = validate(testSuiteSchema, document);
  const faults = new FaultList(document);
  const servers = readServers(written, faults);
  if (written.tests.length === 0) {
    faults.fault(
      ['tests'],
      'must be a non-empty list, found an empty list',
      'a suite without tests checks nothing',
    );
  }
  refuseRepeatedNames(written.tests, faults);
  refuseMissingTransports(written, servers, faults);
  const isLone = written.server !== undefined;
  const reader = new CallReader(
    faults,
    servers.map(({ name }) => name),
    isLone,
  );
  const defaults = readDefaults(written, servers, reader);
  const { setup, teardown, tests, matrix = {} } = written;
  const times = written.defaults ?? {};
  const suite: TestSuite = {
    file,
    isLone,
    servers,
    defaults: present({
      timeout: reader.duration(times.timeout, ['defaults', 'timeout']),
      maxTime: reader.duration(times.max_time, ['defaults', 'max_time']),
      startTimeout: reader.duration(times.start_timeout, ['defaults', 'start_timeout']),
    }),
    setup: reader.readAll(setup, ['setup'], defaults),
    teardown: reader.readAll(teardown, ['teardown'], defaults),
    tests: tests.map((test, index) => readTest(test, ['tests', index], defaults, reader)),
    matrix: present({ protocol: matrix.protocol, transport: matrix.transport }),
    lanes: readLanes(written, file, defaults.server, reader),
    locate: (path, at) => document.locate(path, at),
  };
  return { suite, faults };
}

function readServers({ server, servers }: WrittenSuite, faults: FaultList): SuiteServer[] {
  refuseProto(['servers'], 'server', faults);
  const named = Object.entries(servers ?? {});
  if (servers && named.length === 0) {
    faults.fault(['servers'], 'must be a non-empty mapping, found an empty mapping');
  }
  return [
    ...(server ? [readServer(LONE_SERVER, server, ['server'], faults)] : []),
    ...named.map(([name, each]) => readServer(name, each, ['servers', name], faults)),
  ];
}

function readDefaults(
  { defaults = {} }: WrittenSuite,
  servers: readonly SuiteServer[],
  reader: CallReader,
): CallDefaults {
  const only = servers.length === 1 ? servers[0]?.name : undefined;
  const { server } = defaults;
  return {
    // a suite without servers is reported once, not at each call
    server:
      server === undefined
        ? servers.length === 0
          ? ''
          : only
        : reader.server(server, ['defaults', 'server'], undefined),
    client: PLAIN_CLIENT,
    mask: (defaults.mask ?? []) as SuiteMask[],
  };
}

function readTest(
  written: WrittenTest,
  path: ValuePath,
  defaults: CallDefaults,
  reader: CallReader,
): SuiteTest {
  const call = reader.read(written, path, defaults);
  const inner: CallDefaults = { ...defaults, server: call.server, client: call.client };
  const { name, description, tags = [], serial = false, skip = false, trials } = written;
  if (serial && trials !== undefined && trials > 1) {
    reader.faults.fault(
      [...path, 'trials'],
      `a \`serial\` test makes one call, found ${trials} trials`,
      'remove `trials` or `serial`',
    );
  }
  return {
    ...call,
    ...present({ name, description, tags, serial, skip, trials }),
    idempotent: written.idempotent ?? false,
    before: reader.readAll(written.before, [...path, 'before'], inner),
    verify: reader.readAll(written.verify, [...path, 'verify'], inner),
    after: reader.readAll(written.after, [...path, 'after'], inner),
  };
}

function refuseRepeatedNames(tests: readonly WrittenTest[], faults: FaultList): void {
  const first = new Map<string, number>();
  for (const [index, { name }] of tests.entries()) {
    const path = ['tests', index, 'name'];
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else {
      faults.fault(
        path,
        `\`${name}\` is already the name of the test on line ${faults.line(['tests', earlier, 'name'])}`,
        'give each test its own name',
      );
    }
  }
}

/** Every test runs over every transport of the matrix, so each server must have all of them. */
function refuseMissingTransports(
  { matrix }: WrittenSuite,
  servers: readonly SuiteServer[],
  faults: FaultList,
): void {
  for (const transport of matrix?.transport ?? []) {
    for (const server of servers) {
      if (server[transport]) continue;
      faults.fault(
        server.path,
        `the matrix names the transport \`${transport}\`, which this server does not have`,
        `add \`${transport}: {${transport === 'http' ? 'url' : 'command'}: …}\`, or remove it from \`matrix.transport\``,
      );
    }
  }
}
