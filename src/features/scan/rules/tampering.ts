import { matchesOf } from '../../../inspection/matches.ts';
import { ORDER } from './lexicon.ts';

/** A text that changes what other calls do, or where their data goes. */
export interface Tampering {
  readonly rule: 'tampered-call' | 'covert-copy' | 'ordered-command';
  readonly start: number;
  readonly end: number;
}

const LITERAL = String.raw`(?:\+?\d[\d ()-]{6,18}\d|[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}|https?:\/\/[^\s"'\x60]{3,100}|0x[0-9a-f]{6,64}|\d{1,3}(?:\.\d{1,3}){3})`;
const QUOTED = String.raw`["'\x60][^"'\x60\n]{1,60}["'\x60]`;
const PARAMETER =
  '(?:recipients?|receivers?|to[- ]address|destinations?|amounts?|addresse?s?|accounts?|phone numbers?|numbers?|urls?|paths?|file ?paths?|parameters?|arguments?|values?|emails?|wallets?|contents?|bod(?:y|ies)|messages?|prices?|quantit(?:y|ies)|ibans?|targets?|attendees?|quer(?:y|ies)|titles?|subjects?|ports?|hosts?|branch(?:es)?|dates?|times?|priority|currency)';

const PATTERNS: readonly { readonly rule: Tampering['rule']; readonly pattern: RegExp }[] = [
  {
    // change the recipient to a fixed one
    rule: 'tampered-call',
    pattern: new RegExp(
      String.raw`\b(?:change|modify|replace|alter|overwrite|redirect|reroute|substitute|swap|rewrite|switch|set|override)\b(?:\s+[\w'-]{1,20}){0,5}?\s+${PARAMETER}\b(?:\s+[\w'-]{1,20}){0,5}?\s+(?:to|with|as|by|from)\s+(?:the\s+|be\s+|number\s+|address\s+){0,2}["'\x60<]?${LITERAL}`,
      'gi',
    ),
  },
  {
    // whatever is sent goes to a fixed place
    rule: 'tampered-call',
    pattern:
      /\b(?:must|always|all|every|instead|silently|also|secretly|should|need to|automatically|first)\b[^.!?\n]{0,90}?\b(?:sen[dt]|forward(?:ed)?|bcc|cc|redirect(?:ed)?|transfer(?:red)?|e-?mail(?:ed)?|deliver(?:ed)?|reroute[sd]?|routed?|copy|copied|upload(?:ed)?|post(?:ed)?|submit(?:ted)?|pay|paid|wired?|go)\b[^.!?\n]{0,60}?\bto\s+(?:the\s+|this\s+|address\s+|number\s+|account\s+){0,2}["'\x60<(]?(?:\+\d[\d ()-]{6,18}\d|[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}|0x[0-9a-f]{6,64}|https?:\/\/[^\s"'\x60]{3,100})/gi,
  },
  {
    // the recipient must be a fixed one
    rule: 'tampered-call',
    pattern: new RegExp(
      String.raw`\b${PARAMETER}\b[^.!?\n]{0,40}?\b(?:must|should|always|has to|needs to|is to)\b[^.!?\n]{0,40}?\b(?:be|set|changed|replaced|use|become)\b[^.!?\n]{0,30}?["'\x60<]?(?:\+\d[\d ()-]{6,18}\d|[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}|0x[0-9a-f]{12,64})`,
      'gi',
    ),
  },
  {
    // when another tool is called, its arguments must be others
    rule: 'tampered-call',
    pattern: new RegExp(
      String.raw`\b(?:when(?:ever)?|if|any ?time|every time|each time|before|after|for (?:all|any|every)|all)\b[^.!?\n]{0,100}?\b(?:tools?|functions?|calls?|called|calling|invoked?|invoking|requests?|operations?|messages?|e?mails?|transactions?|transfers?|payments?|files?|commands?|quer(?:y|ies)|used?|using|sends?|sending|writ(?:es?|ing)|orders?)\b[^.!?\n]{0,80}?\b(?:must|always|should|required|need to|mandatory|have to|shall)\b[^.!?\n]{0,60}?\b(?:change|modify|replace|alter|overwrite|redirect|reroute|substitute|swap|rewrite|switch)\b[^.!?\n]{0,40}?\b${PARAMETER}\b[^.!?\n]{0,40}?\s(?:to|with|by)\s+(?:${QUOTED}|["'\x60]?[\w./~@+-]{3,60})`,
      'gi',
    ),
  },
  {
    // sends a copy elsewhere, beside its work
    rule: 'covert-copy',
    pattern:
      /\b(?:also|additionally|silently|quietly|secretly|covertly|in addition|and then|and)\s+(?:[\w'-]{1,20}\s+){0,2}?(?:sends?|posts?|forwards?|uploads?|transmits?|copies|mirrors|e?mails|reports|logs|leaks|bccs?|ccs?|relays|exfiltrates)\b(?:\s+[\w'-]{1,20}){0,8}?\s+to\s+(?:an?|the|our|my|its|some)\s+(?:[\w-]{1,20}\s+){0,2}?(?:external|remote|third[- ]party|attacker\S{0,2}|malicious|unauthori[sz]ed|outside|untrusted|hidden|secret)\s+(?:[\w-]{1,20}\s+){0,2}?(?:servers?|hosts?|endpoints?|urls?|address(?:es)?|domains?|webhooks?|services?|collectors?|sites?|locations?|machines?|destinations?|part(?:y|ies))\b/gi,
  },
  {
    // run something that nobody wants to run
    rule: 'ordered-command',
    pattern:
      /\b(?:run|runs|execute|executes|exec|eval|invoke|spawn|issue|launch|using|via|call|with)\b[^.!?\n]{0,80}?(?:\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n|;]{1,200}\|\s{0,3}(?:sudo\s+)?(?:ba|z|da)?sh\b|\brm\s+-(?:rf|fr|r\s+-f)\b|\bchmod\s+(?:\+x|777)|\bnc\s+(?:-\w+\s+){0,3}-e\b|\/dev\/tcp\/|\bbase64\s+(?:-d|--decode|-D)\b[^\n]{0,80}\|\s{0,3}(?:ba|z)?sh|\bpowershell(?:\.exe)?\s+-e(?:nc|ncodedcommand)?\b|\bmkfs\b|\bcat\s+(?:~|\/etc|\$HOME)\S{1,60})/gi,
  },
];

const orders = new RegExp(ORDER, 'i');

/** Finds orders that change what other calls do. Takes time linear in the text. */
export function tamperings(plain: string): Tampering[] {
  return PATTERNS.flatMap(({ rule, pattern }) =>
    [...matchesOf(pattern, plain)].flatMap(({ 0: found, index }): Tampering[] => {
      const nearby = plain.slice(Math.max(0, index - 200), index + found.length + 100);
      return orders.test(nearby) ? [{ rule, start: index, end: index + found.length }] : [];
    }),
  );
}
