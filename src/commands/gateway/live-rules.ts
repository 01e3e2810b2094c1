import { attempt } from '../../errors.ts';
import type { OptionsOf } from '../../flags.ts';
import type { AuditFile, FileWatch, Ports } from '../../ports.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Instant } from '../../time/instant.ts';
import { tellErrors } from '../output.ts';
import type { ENFORCE_FLAGS } from './enforce-flags.ts';
import { type Enforcer, enforcerOf, logFault, openLog, type RuleSetText, readRuleSet } from './enforcer.ts';

type EnforceOptions = OptionsOf<typeof ENFORCE_FLAGS>;

/**
 * A rule set that is enforced while its file may change. A new text takes effect at once; a faulty or missing file leaves the
 * old rules in force and is reported. Spec (enforcement): "Settled".
 */
export class LiveRules {
  readonly #options: EnforceOptions;
  readonly #ports: Ports;
  readonly #log: AuditFile | undefined;
  #text: RuleSetText;
  #enforcer: Enforcer;
  #watch: FileWatch | undefined;

  /** @throws InputError when the rule set or the log cannot be used at the start */
  constructor(options: EnforceOptions, ports: Ports) {
    this.#options = options;
    this.#ports = ports;
    this.#text = this.#read();
    this.#log = openLog(options, ports.files);
    this.#enforcer = this.#compile(this.#text);
    this.#watch = ports.watch?.({ paths: [options.policies], ignoredNames: [], ignoredFiles: [] });
    if (this.#watch) void this.#follow(this.#watch);
  }

  /** The enforcer of the rules that are in force now. */
  get enforcer(): Enforcer {
    return this.#enforcer;
  }

  /** Records that nothing could be decided about a message. */
  noteFault(fault: string, at: Instant): void {
    const { agentId: agent, server } = this.#options;
    logFault(this.#log, { at, agent, server, fault });
  }

  close(): void {
    this.#watch?.close();
    this.#watch = undefined;
    this.#log?.close();
  }

  async #follow(watch: FileWatch): Promise<void> {
    while (this.#watch) {
      await watch.next();
      if (this.#watch) await this.#reload();
    }
  }

  async #reload(): Promise<void> {
    const { stderr } = this.#ports;
    const changed = await attempt(() => {
      const text = this.#read();
      return text.sha256 === this.#text.sha256 ? undefined : { text, enforcer: this.#compile(text) };
    });
    const path = escapeForTerminal(this.#options.policies);
    if ('problems' in changed) {
      tellErrors(changed.problems, this.#ports);
      stderr.write(`${path} is faulty; the rules from before stay in force\n`);
    } else if (changed.value) {
      this.#text = changed.value.text;
      this.#enforcer = changed.value.enforcer;
      stderr.write(`${path} has changed; its rules are in force\n`);
    }
  }

  #read(): RuleSetText {
    return readRuleSet(this.#options.policies, this.#ports);
  }

  #compile(text: RuleSetText): Enforcer {
    return enforcerOf(text, this.#options, { server: this.#options.server }, this.#log);
  }
}
