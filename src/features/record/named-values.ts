import { fieldName } from '../../inspection/field-names.ts';
import { isRedacted } from './redacted.ts';
import { isSecretName, isSecretNumber } from './secret-name.ts';

/** A member of an object in a text that is not read as JSON: in a broken message, or inside other text. */
const MEMBER =
  /"(?<name>(?:[^"\\]|\\.){1,200})"(?<colon>\s{0,8}:\s{0,8})(?<value>"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g;

/** A header in a text, with a value that may be a credential. */
const HEADER =
  /(?<name>\b(?:proxy-)?authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[A-Za-z][\w-]{1,20} {1,3})?(?=[^\s"']{8})|\b(?:set-)?cookie["']?\s{0,3}:\s{0,3}["']?(?=[\w-]{1,80}=))[^\r\n"']+/gi;

/** A parameter in the query of a URL, or in a form. */
const PARAMETER = /(?<=[?&])(?<name>[\w.%[\]-]{1,100})=(?<value>[^&#\s"'<>\\]{1,8192})/g;

/** A variable as files of variables and shells write it. A reference to another variable is no value. */
const VARIABLE =
  /(?<=^|[\s;"'])(?<name>[A-Z][A-Z0-9_]{1,100})=(?<quote>["']?)(?<value>[^\s"'$<>;\\]{1,8192})/g;

/** Returns what stands in place of a value that is secret because of its name. */
export type Hide = (kind: 'header' | 'member', name: string) => string;

type Groups = Readonly<Record<'name' | 'value' | 'colon' | 'quote', string>>;

/** Replaces values in a text whose name says that they are secret: of members, headers, parameters and variables. */
export function withoutNamedValues(text: string, hide: Hide): string {
  const members = replaced(text, MEMBER, ({ name, colon, value }) => {
    const inside = value.replace(/^"|"$/g, '');
    const isSecret = value.startsWith('"') ? isSecretName(name) : isSecretNumber(name);
    if (inside === '' || isRedacted(inside) || !isSecret) return undefined;
    return `"${name}"${colon}"${hide('member', name)}"`;
  });
  const headers = replaced(members, HEADER, ({ name }, whole) => {
    const rest = whole.slice(name.length);
    if (isRedacted(rest)) return undefined;
    const [header = ''] = /^[a-z-]+/.exec(name.toLowerCase()) ?? [];
    return name + hide('header', header);
  });
  const parameters = replaced(headers, PARAMETER, ({ name, value }) =>
    isRedacted(value) || !isSecretName(name) ? undefined : `${name}=${hide('member', name)}`,
  );
  return replaced(parameters, VARIABLE, ({ name, quote, value }) =>
    isRedacted(value) || !fieldName(name).isSecret ? undefined : `${name}=${quote}${hide('member', name)}`,
  );
}

function replaced(
  text: string,
  pattern: RegExp,
  replace: (groups: Groups, whole: string) => string | undefined,
): string {
  return text.replace(pattern, (...match) => {
    const whole = match[0] as string;
    return replace(match.at(-1) as Groups, whole) ?? whole;
  });
}
