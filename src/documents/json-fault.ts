import type { ValuePath } from '../diagnostic.ts';

/** Why and where a text is not acceptable JSON. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
  /** The message without any part of the text, for values that may contain secrets. */
  readonly discreet: string;
  readonly help?: string;
  readonly path: ValuePath;
}

/** Thrown by what scans a part of a text: a {@link JsonFault} whose path only the scanner knows. */
export class Fault extends Error {
  readonly offset: number;
  readonly help: string | undefined;
  readonly discreet: string;

  constructor(offset: number, message: string, help?: string, discreet = message) {
    super(message);
    this.offset = offset;
    this.help = help;
    this.discreet = discreet;
  }

  /** Returns the fault with the path of what was being scanned. */
  at(path: ValuePath): JsonFault {
    const { offset, message, discreet, help } = this;
    return { offset, message, discreet, path, ...(help && { help }) };
  }
}
