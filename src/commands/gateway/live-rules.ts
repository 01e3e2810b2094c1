import type { Threats } from '../../artifacts/threats/model.ts';
import { readThreats } from '../../artifacts/threats/read.ts';
import { attempt } from '../../errors.ts';
import type { OptionsOf } from '../../flags.ts';
import type { AuditFile, FileWatch, Ports } from '../../ports.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Instant } from '../../time/instant.ts';
import { tellErrors, warn } from '../output.ts';
import type { ENFORCE_FLAGS } from './enforce-flags.ts';
import { type Enforcer, enforcerOf, logFault, openLog, type RuleSetText, readRuleSet } from './enforcer.ts';

type EnforceOptions = OptionsOf<typeof ENFORCE_FLAGS>;

/**
 * A rule set that is enforced while its file may change. A new text takes effect at once; a faulty or missing file leaves the
 * old rules in force and is reported. Standard error says which rules ask for what is not known of the agent. Spec (enforcement): "Settled".
 */
export class LiveRules {
  readonly #options: EnforceOptions;
  readonly #ports: Ports;
  readonly #log: AuditFile | undefined;
  #text: RuleSetText;
  #threats: ThreatsText | undefined;
  #enforcer: Enforcer;
  #watch: FileWatch | undefined;

  /** @throws InputError when the rule set or the log cannot be used at the start */
  constructor(options: EnforceOptions, ports: Ports) {
    this.#options = options;
    this.#ports = ports;
    this.#text = this.#read();
    this.#log = openLog(options, ports.files);
    this.#threats = this.#readThreats();
    this.#enforcer = this.#compile(this.#text, this.#threats);
    warn(this.#enforcer.decider.warnings, ports);
    const paths = [options.policies, ...(options.threats === undefined ? [] : [options.threats])];
    this.#watch = ports.watch?.({ paths, ignoredNames: [], ignoredFiles: [] });
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
    const { policies, threats = '' } = this.#options;
    await this.#take(policies, 'rules', () => {
      const text = this.#read();
      if (text.sha256 === this.#text.sha256) return false;
      this.#enforcer = this.#compile(text, this.#threats);
      this.#text = text;
      return true;
    });
    await this.#take(threats, 'assessments', () => {
      const read = this.#readThreats();
      if (read?.text === this.#threats?.text) return false;
      this.#enforcer = this.#compile(this.#text, read);
      this.#threats = read;
      return true;
    });
  }

  /** Takes a changed file, and tells the user of it. */
  async #take(file: string, what: string, take: () => boolean): Promise<void> {
    const { stderr } = this.#ports;
    const taken = await attempt(take);
    const path = escapeForTerminal(file);
    if ('problems' in taken) {
      tellErrors(taken.problems, this.#ports);
      stderr.write(`${path} is faulty; the ${what} from before stay in force\n`);
    } else if (taken.value) {
      stderr.write(`${path} has changed; its ${what} are in force\n`);
      warn(this.#enforcer.decider.warnings, this.#ports);
    }
  }

  #read(): RuleSetText {
    return readRuleSet(this.#options.policies, this.#ports);
  }

  #readThreats(): ThreatsText | undefined {
    const { threats: path } = this.#options;
    if (path === undefined) return undefined;
    const text = this.#ports.files.readFile(path);
    return { text, threats: readThreats(text, path) };
  }

  #compile(text: RuleSetText, read: ThreatsText | undefined): Enforcer {
    const known = { server: this.#options.server, threats: read?.threats };
    return enforcerOf(text, this.#options, known, this.#log);
  }
}

/** The assessments of `--threats`, with their text. */
interface ThreatsText {
  readonly text: string;
  readonly threats: Threats;
}
