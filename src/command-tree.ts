import type { FlagTable } from './flags.ts';

/** What a command takes without a flag: how that is spelt, such as `<file>`, and its words if only those are allowed. */
export interface OperandNode {
  readonly spelling: string;
  readonly words?: readonly string[] | undefined;
}

/** A command, or a group of commands, as the command line declares it. */
export interface CommandNode {
  /** `simulate` of `mcptest policy simulate`; `mcptest` for the program. */
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly commands: readonly CommandNode[];
  /** Its own flags, without those that every command takes. */
  readonly flags: FlagTable;
  readonly operand?: OperandNode | undefined;
}
