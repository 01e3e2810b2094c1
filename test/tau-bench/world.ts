import type { Seed } from './tasks.ts';

/** The most legs that a flight has. */
const MOST_LEGS = 8;

const ROW = 'reservations.{reservation_id}';

const BOOKED = [
  'user_id',
  'origin',
  'destination',
  'flight_type',
  'passengers',
  'total_baggages',
  'nonfree_baggages',
  'insurance',
];

/**
 * The effects of the airline's tools on its database, limited to those by which two runs can differ. Prices are not
 * computed: they follow from the flights and the cabin they were priced in, so those are recorded instead. A payment is
 * recorded by its method, a refund of all payments as `all refunded`.
 */
export const TRANSITIONS = [
  {
    tool: 'cancel_reservation',
    effect: { [`${ROW}.status`]: 'cancelled', [`${ROW}.payments`]: { append: 'all refunded' } },
  },
  {
    tool: 'send_certificate',
    effect: { 'users.{user_id}.certificates': { append: { from_arg: 'amount' } } },
  },
  {
    tool: 'update_reservation_passengers',
    effect: { [`${ROW}.passengers`]: { from_arg: 'passengers' } },
  },
  {
    tool: 'update_reservation_baggages',
    description: 'no bag more to pay for',
    when: { [`${ROW}.nonfree_baggages`]: { min: { from_arg: 'nonfree_baggages' } } },
    effect: baggages(),
  },
  {
    tool: 'update_reservation_baggages',
    effect: { ...baggages(), [`${ROW}.payments`]: { append: { from_arg: 'payment_id' } } },
  },
  {
    tool: 'update_reservation_flights',
    description: 'the flights and the cabin that it has: nothing changes, and nothing is paid',
    when: {
      [`${ROW}.flights`]: { eq: { from_arg: 'flights' } },
      [`${ROW}.priced_as`]: { eq: { from_arg: 'cabin' } },
    },
  },
  {
    tool: 'update_reservation_flights',
    effect: {
      ...legs(ROW),
      [`${ROW}.priced_as`]: { from_arg: 'cabin' },
      [`${ROW}.payments`]: { append: { from_arg: 'payment_id' } },
    },
  },
  // the database names new reservations in this order
  ...['HATHAT', 'HATHAU', 'HATHAV'].map((id, index, ids) => ({
    tool: 'book_reservation',
    when: Object.fromEntries(
      ids.slice(0, index + 1).map((each) => [`reservations.${each}`, { exists: each !== id }]),
    ),
    effect: booking(id),
  })),
  { tool: '*', description: 'everything else only reads' },
];

function baggages() {
  return {
    [`${ROW}.total_baggages`]: { from_arg: 'total_baggages' },
    [`${ROW}.nonfree_baggages`]: { from_arg: 'nonfree_baggages' },
  };
}

/** Records flights by number and date, whatever else the agent wrote: the tool fills in the rest. */
function legs(row: string) {
  const effects: [string, unknown][] = [[`${row}.flights`, []]];
  for (let index = 0; index < MOST_LEGS; index++) {
    for (const key of ['flight_number', 'date']) {
      const from = { from_arg: `flights[${index}].${key}`, optional: true };
      effects.push([`${row}.flights[${index}].${key}`, from]);
    }
  }
  return Object.fromEntries(effects);
}

function booking(id: string) {
  const row = `reservations.${id}`;
  return {
    ...Object.fromEntries(BOOKED.map((key) => [`${row}.${key}`, { from_arg: key }])),
    ...legs(row),
    [`${row}.cabin`]: { from_arg: 'cabin' },
    [`${row}.priced_as`]: { from_arg: 'cabin' },
    [`${row}.payments`]: { from_arg: 'payment_methods' },
    'users.{user_id}.reservations': { append: id },
  };
}

/** Returns the world at the start: the members of each row that the transitions use. */
export function worldOf({ users, reservations }: Seed) {
  return {
    users: mapValues(users, ({ reservations: owned }) => ({ reservations: owned, certificates: [] })),
    reservations: mapValues(reservations, ({ payment_history, flights, ...row }) => ({
      ...row,
      flights: (flights as Record<string, unknown>[]).map(({ flight_number, date }) => ({
        flight_number,
        date,
      })),
      priced_as: row.cabin,
      payments: (payment_history as Record<string, unknown>[]).map(({ payment_id }) => payment_id),
    })),
  };
}

function mapValues<T, U>(table: Readonly<Record<string, T>>, map: (row: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(table).map(([key, row]) => [key, map(row)]));
}
