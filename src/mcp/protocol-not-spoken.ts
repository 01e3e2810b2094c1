import { InputError } from '../errors.ts';

/** A server answers, but does not speak the protocol that was asked for. */
export class ProtocolNotSpokenError extends InputError {}
