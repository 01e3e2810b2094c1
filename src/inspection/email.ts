import type { Leaf } from './leaf.ts';
import type { Span } from './span.ts';

const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 253;

/** What follows an `@` in the names of files and packages, but not in an address. */
const NO_DOMAIN =
  /\.(?:png|jpe?g|gif|svg|webp|ico|js|mjs|cjs|ts|tsx|jsx|css|scss|json|md|ya?ml|tgz|zip|py|go|rs|sql|csv|txt|tar|gz|xml|html|log|sh)$/i;

/** Mailboxes that do not belong to a person. */
const NO_PERSON = /^(?:git|no-?reply|do-?not-?reply|mailer-daemon|postmaster)$/i;

/** Finds the e-mail addresses of persons in a text, first to last. It looks at each `@` and the text around it. */
export function* emailsOf({ text }: Leaf): Iterable<Span> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const local = /[\w.!#$%&*+=?^{|}~-]+$/.exec(text.slice(Math.max(0, at - LONGEST_LOCAL), at))?.[0] ?? '';
    const domain = domainAt(text.slice(at + 1, at + 1 + LONGEST_DOMAIN));
    const start = at - local.length;
    const end = at + 1 + domain.length;
    if (domain === '' || NO_DOMAIN.test(domain) || !isLocal(local)) continue;
    // the user in a URL or an scp path, or the folder of a package
    if (/[/:@]/.test(text.charAt(start - 1)) && !/mailto:$/i.test(text.slice(Math.max(0, start - 7), start)))
      continue;
    if (text.charAt(end) === ':' && /[\w/~]/.test(text.charAt(end + 1))) continue;
    yield { start, end };
  }
}

function isLocal(local: string): boolean {
  return /^[^.].*[^.=&?]$|^\w$/.test(local) && !NO_PERSON.test(local);
}

/**
 * Returns the domain that a text begins with: at least two labels, the last one of letters. Otherwise the empty text.
 */
function domainAt(text: string): string {
  const written = /^[A-Za-z0-9.-]+/.exec(text)?.[0].replace(/[.-]+$/, '') ?? '';
  const labels = written.split('.');
  const last = labels.at(-1) ?? '';
  const areNames = labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label));
  return labels.length > 1 && areNames && /^[A-Za-z]{2,24}$/.test(last) ? written : '';
}
