import { wordsOf } from '../exec-policy/name-words.ts';
import { RecentMap } from '../values/recent-map.ts';
import { TRAITS } from './traits.ts';

/** What the key of a field says about its value. */
export interface FieldName {
  /** The properties below that some detectors look for, as bits of `TRAITS`. */
  readonly traits: number;
  /** The value is read by people, not executed: `description`. */
  readonly isProse: boolean;
  /** The value is a command line or a program, where shell characters are normal. */
  readonly isCode: boolean;
  /** The value is a secret: `api_key`, `clientSecret`. */
  readonly isSecret: boolean;
  /** The value is a password, chosen by a person. */
  readonly isPassword: boolean;
  readonly isPhone: boolean;
  readonly isSocialSecurity: boolean;
  /** The value is a URL that will be called later, or that receives data. */
  readonly isWebhook: boolean;
  /** The value is the name or address of a machine. */
  readonly isHost: boolean;
}

const PROSE = words(
  'body description content text message comment comments title summary subject docs documentation notes note caption ' +
    'label readme markdown reason explanation abstract paragraph answer question review commit changelog bio',
);
const CODE = words(
  'command commands cmd script code shell bash exec run args argv query sql statement program source',
);
const PASSWORD = words('password passwd pwd passphrase passcode');
const SECRET = words(
  'secret secrets token apikey credential credentials privatekey accesskey secretkey authtoken pat',
);
/** Words that make a `key` secret: `api_key`, but not `primary_key`. */
const SECRET_KEY = words(
  'api access secret private encryption signing auth account master service shared client',
);
/** Words that make a `token` not secret: it is a position in a list, or counts words. */
const NO_SECRET = words(
  'page next previous prev continuation cursor sync resume max min count limit total usage used budget public csrf pagination ' +
    'name id type url uri path file arn ref prompt completion input output start end',
);
const PHONE = words('phone mobile tel telephone cell fax msisdn whatsapp');
const SOCIAL_SECURITY = words('ssn');
const WEBHOOK = words('webhook webhooks callback hook upload destination sink exfil');
const HOST = words('host hostname endpoint url uri target');

/** A cache: the same few names recur, but untrusted input may have any number of them. */
const known = new RecentMap<string, FieldName>(1000);

/** Returns what a key says about its value. */
export function fieldName(key: string): FieldName {
  return known.get(key) ?? known.set(key, judge(key));
}

function judge(key: string): FieldName {
  // no real name is longer, but a key in untrusted input may be megabytes long
  const parts = wordsOf(key.slice(0, 80));
  const has = (set: ReadonlySet<string>) => parts.some((part) => set.has(part));
  const isPassword = has(PASSWORD);
  const isKey = parts.includes('key') && has(SECRET_KEY);
  const isAuthorization = parts.includes('authorization');
  const isSecret = (isPassword || isKey || isAuthorization || has(SECRET)) && !has(NO_SECRET);
  const isPhone = has(PHONE);
  const isHost = has(HOST);
  return {
    traits:
      (isSecret ? TRAITS.secretField : 0) |
      (isPhone ? TRAITS.phoneField : 0) |
      (isHost ? TRAITS.hostField : 0),
    isProse: has(PROSE),
    isCode: has(CODE),
    isSecret,
    isPassword: isPassword && isSecret,
    isPhone,
    isSocialSecurity: has(SOCIAL_SECURITY) || (parts.includes('social') && parts.includes('security')),
    isWebhook: has(WEBHOOK),
    isHost,
  };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
