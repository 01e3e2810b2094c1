import { words } from './words.ts';

// the tables by which a parameter that takes a program is recognised

/** Words of parameters that take a program from the caller, anywhere in the name: `userScript`, `code_snippet`. */
export const PROGRAM_WORDS = words(`
  sql command commands cmd cmds code script scripts shell statement statements snippet snippets expression eval exec
  program
`);

/** Languages that can change something. As a word of a parameter they show a program; `SQL query` in a description too. */
export const LANGUAGES = words(`
  sql tsql plsql psql mysql cypher sparql graphql gql mongosh javascript js typescript python py bash sh powershell php
  ruby perl lua groovy applescript osascript shell
`);

/** Words that, written together with a word for a program, still show one: `rawsql`, `sqlquery`. */
export const PROGRAM_COMPANIONS = words('raw query user source text string line input custom function');

/** Words that show, directly after a language in a description, that the text is a program: `SQL query`. */
export const WRITTEN_FORMS = words(`
  query queries statement statements code command commands script scripts expression expressions snippet snippets string
  text source function functions mutation mutations program
`);

/** Words that show, near a word for a program in a description, that the program is run: `code to execute`. */
export const EXECUTING_WORDS = words(
  'execute executed executes run runs evaluate evaluated evaluates interpret interpreted eval exec',
);

/** Last words of parameters that are about a program and do not contain one: `script_id`, `sql_dialect`. */
export const ABOUT_WORDS = words(`
  id ids uuid name names dialect language languages lang type types kind version versions timeout limit count length size
  status state format path paths file files filename url uri hash sha owner author date time count mode
`);

/** Words before `code` that show that it identifies something: `country_code`. */
export const CODED_THINGS = words(`
  country language lang locale currency region state city zip postal post area dial dialing calling airport airline
  station iata icao iso status error exit response return reason product item coupon promo promotion discount voucher
  gift invite referral access auth authorization verification confirmation security otp tracking hotel department
  account bank sort tax hs naics industry category subject course color bar qr stock ticker symbol unit
  cpt icd diagnosis procedure
`);

/** Words that show, directly before a language in a description, that the text is a program: `raw SQL`. */
export const BEFORE_LANGUAGES = words('raw arbitrary valid custom native plain your in');
