import { toJsonLine } from '../../documents/to-json.ts';
import { present } from '../../values/own-property.ts';
import { type Party, TAPE_VERSION, type Tape, type TapeHeader, type TapeRow } from './model.ts';

/** Writes a tape as JSON Lines. Reading the text gives the same tape. */
export function writeTape({ header, frames, closed }: Tape): string {
  return [writeTapeHeader(header), ...[...frames, ...(closed ? [closed] : [])].map(writeTapeRow)].join('');
}

/** Writes the first line of a tape. */
export function writeTapeHeader({ era, transport, client, server, redaction }: TapeHeader): string {
  return toJsonLine({
    schema_version: TAPE_VERSION,
    era,
    transport,
    client: toParty(client),
    server: toParty(server),
    redaction: { env: redaction.env, values: redaction.values },
  });
}

/** Writes another line of a tape. */
export function writeTapeRow(row: TapeRow): string {
  if (row.kind === 'closed') {
    const { t, by, code, signal } = row;
    return toJsonLine({ t, closed: present({ by, code, signal }) });
  }
  const { t, dir, stream, frame, encoding, headers } = row;
  return toJsonLine(present({ t, dir, stream, frame, encoding, headers }));
}

function toParty({ name, version, protocol_version }: Party) {
  return present({ name, version, protocol_version });
}
