import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compileRegex } from '../../src/assertions/regex.ts';
import { isVacuous, judgeRun } from '../../src/features/scenario/judge/judge.ts';
import { runOf, type ShortCall } from '../support/scenarios.ts';
import { generateScenario, patternOf } from './generate.ts';
import { compile, readTasks, type Seed, verdictsOf } from './tasks.ts';

const tasks = readTasks();

describe.skipIf(tasks.length === 0)('the recorded runs of tau-bench', () => {
  const known = tasks.map((task) => [task.number, task] as const);

  it.each(known)(
    'task %i: the hand-written scenario agrees with every reward',
    async (number, { seed, trials, rewards }) => {
      const file = join(import.meta.dirname, 'suites', `task-${number}.yml`);
      const { scenarios } = parse(readFileSync(file, 'utf8'));
      // the rows of the seed belong to tau-bench: they are put in here
      const scenario = await compile({ ...scenarios[0], seed });
      expect(verdictsOf(scenario, trials)).toEqual(rewards);
      expect(isVacuous(scenario, { turns: [] })).toBe(false);
    },
  );

  it.each(known)(
    'task %i: the generated scenario agrees with every reward',
    async (_, { task, seed, trials, rewards }) => {
      expect(verdictsOf(await compile(await generateScenario(task, seed)), trials)).toEqual(rewards);
    },
  );
});

describe('a generated scenario', () => {
  const seed: Seed = {
    users: { u: { reservations: ['R', 'S'] } },
    reservations: { R: row('R'), S: row('S') },
  };
  const cancel: ShortCall = ['cancel_reservation', { reservation_id: 'R' }];
  const update: ShortCall = ['update_reservation_flights', flightsOf('business', 'card')];
  const bags = (nonfree: number, payment_id: string): ShortCall => [
    'update_reservation_baggages',
    { reservation_id: 'R', total_baggages: 3, nonfree_baggages: nonfree, payment_id },
  ];
  const book = (flight_number: string): ShortCall => ['book_reservation', bookingOf(flight_number)];

  it.each<[string, ShortCall[], ShortCall[], boolean]>([
    ['the same calls', [cancel, update], [cancel, update], true],
    [
      'reading calls between them',
      [cancel],
      ['get_user_details', cancel, 'think', 'list_all_airports'],
      true,
    ],
    [
      'another order on two rows',
      [cancel, ['cancel_reservation', { reservation_id: 'S' }]],
      [['cancel_reservation', { reservation_id: 'S' }], cancel],
      true,
    ],
    ['a missing call', [cancel, update], [cancel], false],
    ['a call too many', [], [cancel], false],
    ['a failed call too many', [cancel], [['cancel_reservation!', { reservation_id: 'S' }], cancel], true],
    ['a failed call alone', [cancel], [['cancel_reservation!', { reservation_id: 'R' }]], false],
    ['a row cancelled twice, which refunds the refunds', [cancel], [cancel, cancel], false],
    [
      'passengers set twice',
      [['update_reservation_passengers', { reservation_id: 'R', passengers: ['x'] }]],
      [
        ['update_reservation_passengers', { reservation_id: 'R', passengers: ['y'] }],
        ['update_reservation_passengers', { reservation_id: 'R', passengers: ['x'] }],
      ],
      true,
    ],
    ['another payment', [update], [['update_reservation_flights', flightsOf('business', 'gift')]], false],
    ['another cabin', [update], [['update_reservation_flights', flightsOf('economy', 'card')]], false],
    [
      'more said of the flights',
      [update],
      [['update_reservation_flights', flightsOf('business', 'card', { price: 1 })]],
      true,
    ],
    [
      'the flights that it has',
      [],
      [
        [
          'update_reservation_flights',
          { ...flightsOf('economy', 'any'), flights: [{ flight_number: 'H1', date: '2024-05-01' }] },
        ],
      ],
      true,
    ],
    ['free bags paid by another card', [bags(0, 'card')], [bags(0, 'gift')], true],
    ['bags paid by another card', [bags(1, 'card')], [bags(1, 'gift')], false],
    [
      'another certificate',
      [['send_certificate', { user_id: 'u', amount: 50 }]],
      [['send_certificate', { user_id: 'u', amount: 100 }]],
      false,
    ],
    ['the same booking', [book('H1')], [book('H1')], true],
    [
      'two bookings, which get their names in order',
      [book('H1'), book('H2')],
      [book('H2'), book('H1')],
      false,
    ],
    [
      'a booking that is cancelled again',
      [],
      [book('H1'), ['cancel_reservation', { reservation_id: 'HATHAT' }]],
      false,
    ],
  ])('judges %s', async (_, right, made, passes) => {
    const actions = runOf(...right).turns[0]!.tool_calls.map(({ name, args }) => ({ name, kwargs: args }));
    const scenario = await compile(await generateScenario({ instruction: '', actions, outputs: [] }, seed));
    expect(judgeRun(scenario, runOf(...made), undefined).passed).toBe(passes);
  });

  it.each([
    ['1000', 'It costs $1,000.50', true],
    ['1,000', 'it costs 1000', true],
    ['327', 'the total is 3270', true],
    ['Mercury Air', 'with MERCURY AIR, of course', true],
    ['$5.00', 'that makes $5.00', true],
    ['$5.00', 'that makes $5100', false],
    ['1000', '1 000', false],
  ])('finds %j in %j: %j', (output, reply, found) => {
    const pattern = compileRegex(patternOf(output));
    expect(typeof pattern === 'object' && pattern.test(reply)).toBe(found);
  });
});

function row(reservation_id: string) {
  return {
    reservation_id,
    cabin: 'economy',
    flights: [{ origin: 'A', destination: 'B', flight_number: 'H1', date: '2024-05-01', price: 9 }],
    passengers: [],
    payment_history: [{ payment_id: 'card', amount: 9 }],
    total_baggages: 0,
    nonfree_baggages: 0,
  };
}

function flightsOf(cabin: string, payment_id: string, more: object = {}) {
  const flights = [{ flight_number: 'H2', date: '2024-05-02', ...more }];
  return { reservation_id: 'R', cabin, payment_id, flights };
}

function bookingOf(flight_number: string) {
  const who = { user_id: 'u', origin: 'A', destination: 'B', flight_type: 'one_way', cabin: 'economy' };
  const bags = { total_baggages: 0, nonfree_baggages: 0, insurance: 'no' };
  const flights = [{ flight_number, date: '2024-05-02' }];
  return { ...who, ...bags, flights, passengers: [], payment_methods: [{ payment_id: 'card', amount: 9 }] };
}
