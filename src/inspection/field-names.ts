import { wordsOf } from '../exec-policy/name-words.ts';
import { RecentMap } from '../values/recent-map.ts';
import { TRAITS } from './traits.ts';

/** What the key of a field tells about its value. */
export interface FieldName {
  /** Those of these that make a detector look, as bits of `TRAITS`. */
  readonly traits: number;
  /** People read it, nothing runs it: `description`. */
  readonly isProse: boolean;
  /** A command line or a program, where the characters of the shell are at home. */
  readonly isCode: boolean;
  /** Its value is kept secret: `api_key`, `clientSecret`. */
  readonly isSecret: boolean;
  /** A password, which people choose themselves. */
  readonly isPassword: boolean;
  readonly isPhone: boolean;
  readonly isSocialSecurity: boolean;
  /** A URL that somebody will call later, or that data is sent to. */
  readonly isWebhook: boolean;
  /** The name or the address of a machine. */
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
/** What makes a `key` secret: `api_key`, but not `primary_key`. */
const SECRET_KEY = words(
  'api access secret private encryption signing auth account master service shared client',
);
/** What makes a `token` none: it marks a place in a list, or counts words. */
const NO_SECRET = words(
  'page next previous prev continuation cursor sync resume max min count limit total usage used budget public csrf pagination ' +
    'name id type url uri path file arn ref prompt completion input output start end',
);
const PHONE = words('phone mobile tel telephone cell fax msisdn whatsapp');
const SOCIAL_SECURITY = words('ssn');
const WEBHOOK = words('webhook webhooks callback hook upload destination sink exfil');
const HOST = words('host hostname endpoint url uri target');

/** The same few names come again and again; those of a stranger may be endless. */
const known = new RecentMap<string, FieldName>(1000);

/** What a key tells of its value. */
export function fieldName(key: string): FieldName {
  return known.get(key) ?? known.set(key, judge(key));
}

function judge(key: string): FieldName {
  // nobody calls a field so; a key of a stranger may be megabytes long
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
