import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { type EditableRuleSet, openRuleSet } from '../../../features/gateway/rule-file/rule-set-edit.ts';
import { parseRuleSet } from '../../../features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../../features/gateway/rules/model.ts';
import type { Ports } from '../../../ports.ts';
import { escapeForTerminal } from '../../../text/escape-terminal.ts';
import { tellErrors } from '../../output.ts';
import { Refusal } from './refusal.ts';

/** A rule set as it was read. */
export interface Version extends EditableRuleSet {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly etag: string;
}

/**
 * The rule set that is served. Its file is read again for each request. While it is faulty or gone, the rules from before
 * stay in force, and nothing is written. Spec (enforcement): "Settled".
 */
export class ServedRules {
  readonly #path: string;
  readonly #ports: Ports;
  readonly #trustForwarded: boolean;
  #version: Version;
  #faults: readonly Diagnostic[] = [];

  /** @throws InputError when the rule set is faulty */
  constructor(path: string, trustForwarded: boolean, ports: Ports) {
    this.#path = path;
    this.#ports = ports;
    this.#trustForwarded = trustForwarded;
    this.#version = this.#read();
  }

  /** Where its file is. */
  get path(): string {
    return this.#path;
  }

  /** The rule set that is in force. */
  get current(): Version {
    this.#refresh();
    return this.#version;
  }

  /** The rules that are in force. */
  get file(): RuleSetFile {
    return { ...this.current.file, trustForwarded: this.#trustForwarded };
  }

  /** The rules that are in force, to decide with. @throws InputError when they decide nothing */
  get deciding(): RuleSetFile {
    const { text } = this.current;
    return { ...parseRuleSet(text, this.#path, 'decides'), trustForwarded: this.#trustForwarded };
  }

  /** Why the file as it is now is not in force; empty if it is. */
  get faults(): readonly Diagnostic[] {
    this.#refresh();
    return this.#faults;
  }

  /**
   * Changes the file, if it is still the one that the client has seen.
   * @param edit returns the whole text after the change
   * @returns the rule set as it was written: what is in the file by then may be the work of somebody else
   * @throws Refusal 428 without If-Match, 412 when the file has changed
   */
  change(ifMatch: string | undefined, edit: (ruleSet: EditableRuleSet) => string): Version {
    const before = this.expect(ifMatch);
    const after = edit(before);
    if (after === before.text) return before;
    try {
      this.#ports.files.replaceText(this.#path, before.text, after);
    } catch (error) {
      if (error instanceof InputError && this.current.text !== before.text) throw stale();
      throw error;
    }
    return this.#versionOf(after);
  }

  /** Returns the rule set, if it is still the one that the client has seen. @throws Refusal as {@link change} does */
  expect(ifMatch: string | undefined): Version {
    if (ifMatch === undefined) {
      throw new Refusal(428, 'If-Match is missing', {
        help: 'send the ETag that the rules were read with, so that nobody else’s change is lost',
      });
    }
    const given = ifMatch.split(',').map((each) => each.trim());
    const version = this.current;
    if (this.#faults.length > 0 || !given.includes(version.etag)) throw stale();
    return version;
  }

  #refresh(): void {
    const { stderr } = this.#ports;
    try {
      const version = this.#read();
      if (this.#faults.length > 0 && version.sha256 === this.#version.sha256) {
        stderr.write(`${escapeForTerminal(this.#path)} is in order again\n`);
      }
      this.#faults = [];
      this.#version = version;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (this.#faults.length === 0) {
        tellErrors(error.diagnostics, this.#ports);
        stderr.write(`${escapeForTerminal(this.#path)} is faulty; the rules from before stay in force\n`);
      }
      this.#faults = error.diagnostics;
    }
  }

  #read(): Version {
    const text = this.#ports.files.readFile(this.#path);
    if (text === this.#version?.text) return this.#version;
    return this.#versionOf(text);
  }

  #versionOf(text: string): Version {
    const sha256 = this.#ports.sha256(text);
    return { ...openRuleSet(text, this.#path), sha256, etag: `"${sha256}"` };
  }
}

function stale(): Refusal {
  return new Refusal(412, 'the rule set has changed since it was read', {
    help: 'read it again, and make the change anew',
  });
}
