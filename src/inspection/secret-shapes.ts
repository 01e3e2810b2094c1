import type { SignalSeverity } from '../artifacts/audit-log/model.ts';
import type { DetectorId } from './detector-ids.ts';

type Row = readonly [
  id: DetectorId,
  severity: SignalSeverity,
  whose: string,
  example: string,
  /** A short pattern that must occur in the text for `pattern` to match, and is found fast. */
  hint: string,
  /** Begins with fixed letters; each repetition is of one class of characters. */
  pattern: string,
];

/** The keys and tokens that identify their provider by their shape. Add a row to recognise another. */
// biome-ignore format: a table is read by its columns
export const SECRET_SHAPES: readonly Row[] = [
  ['secret.aws_access_key', 'high', 'an AWS access key identifier', '`AKIA` or `ASIA` and 16 capitals or digits', 'A[KS]IA|ABIA|ACCA', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'],
  ['secret.github_token', 'critical', 'a GitHub token', '`ghp_…`, `github_pat_…`', 'gh[pousr]_|github_pat_', '(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{30,255})'],
  ['secret.gitlab_token', 'critical', 'a GitLab token', '`glpat-…`', 'gl(?:pat|ptt|dt|rt|soat|ft|agent|cbt)-', 'gl(?:pat|ptt|dt|rt|soat|ft|agent|cbt)-[\\w-]{20,255}'],
  ['secret.slack_token', 'critical', 'a Slack token', '`xoxb-…`, `xapp-…`', 'xox[abeoprs]-|xapp-', '(?:xox[abeoprs]|xapp)-[A-Za-z0-9][A-Za-z0-9-]{14,255}'],
  ['secret.slack_webhook', 'high', 'the URL of a Slack webhook', '`https://hooks.slack.com/services/T…/B…/…`', 'hooks\\.slack', 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Z0-9]{6,20}/[\\w/]{10,100}'],
  ['secret.google_api_key', 'high', 'a Google API key', '`AIza…`', 'AIza', 'AIza[\\w-]{35}(?![\\w-])'],
  ['secret.google_oauth', 'critical', 'a Google OAuth token or client secret', '`ya29.…`, `GOCSPX-…`', 'ya29\\.|GOCSPX-', '(?:ya29\\.[\\w-]{20,512}|GOCSPX-[\\w-]{24,64})'],
  ['secret.stripe_key', 'critical', 'a Stripe live key', '`sk_live_…`, `rk_live_…`', '[sr]k_live_', '(?:sk|rk)_live_[A-Za-z0-9]{16,255}'],
  ['secret.stripe_test_key', 'low', 'a Stripe test key', '`sk_test_…`', '[sr]k_test_', '(?:sk|rk)_test_[A-Za-z0-9]{16,255}'],
  ['secret.stripe_webhook_secret', 'high', 'a webhook signing secret', '`whsec_…`', 'whsec_', 'whsec_[A-Za-z0-9+/=]{24,255}'],
  ['secret.anthropic_key', 'critical', 'an Anthropic API key', '`sk-ant-…`', 'sk-ant-', 'sk-ant-[\\w-]{20,255}'],
  ['secret.openai_key', 'critical', 'an OpenAI API key', '`sk-…`, `sk-proj-…`', 'sk-', 'sk-(?:(?:proj|svcacct|admin|None)-[\\w-]{20,255}|[A-Za-z0-9]{32,64}(?![\\w-]))'],
  ['secret.huggingface_token', 'critical', 'a Hugging Face token', '`hf_…`', 'hf_', 'hf_[A-Za-z0-9]{30,64}'],
  ['secret.npm_token', 'critical', 'an npm token', '`npm_…`', 'npm_', 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])'],
  ['secret.pypi_token', 'critical', 'a PyPI token', '`pypi-…`', 'pypi-', 'pypi-AgE[\\w-]{40,512}'],
  ['secret.sendgrid_key', 'critical', 'a SendGrid API key', '`SG.…`', 'SG\\.', 'SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}'],
  ['secret.twilio_key', 'high', 'a Twilio API key', '`SK` and 32 hexadecimal digits', 'SK[0-9a-f]', 'SK[0-9a-f]{32}(?![0-9a-zA-Z])'],
  ['secret.mailgun_key', 'high', 'a Mailgun API key', '`key-` and 32 hexadecimal digits', 'key-', 'key-[0-9a-f]{32}(?![0-9a-zA-Z])'],
  ['secret.azure_storage_key', 'critical', 'an Azure account key', '`AccountKey=…`', 'AccountKey|SharedAccessKey', '(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,88}={1,2}'],
  ['secret.azure_client_secret', 'critical', 'a Microsoft Entra client secret', '`…8Q~…`', '[78]Q~', '[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])'],
  ['secret.digitalocean_token', 'critical', 'a DigitalOcean token', '`dop_v1_…`', 'do[opr]_v1_', 'do[opr]_v1_[0-9a-f]{64}'],
  ['secret.shopify_token', 'critical', 'a Shopify token', '`shpat_…`', 'shp(?:at|ca|pa|ss)_', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'],
  ['secret.docker_token', 'critical', 'a Docker Hub token', '`dckr_pat_…`', 'dckr_', 'dckr_(?:pat|oat)_[\\w-]{20,64}'],
  ['secret.grafana_token', 'high', 'a Grafana token', '`glsa_…`', 'gl(?:sa|c)_', 'gl(?:sa|c)_[A-Za-z0-9+/_]{30,255}'],
  ['secret.vault_token', 'critical', 'a HashiCorp Vault token', '`hvs.…`', 'hv[sbr]\\.', 'hv[sbr]\\.[\\w-]{24,255}'],
  ['secret.databricks_token', 'critical', 'a Databricks token', '`dapi…`', 'dapi', 'dapi[0-9a-f]{32}(?![0-9a-zA-Z])'],
  ['secret.atlassian_token', 'critical', 'an Atlassian token', '`ATATT3…`', 'AT(?:ATT|CTT|BB)', 'AT(?:ATT|CTT|BB)3?[\\w=-]{30,255}'],
  ['secret.linear_key', 'high', 'a Linear API key', '`lin_api_…`', 'lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,64}'],
  ['secret.telegram_token', 'high', 'a Telegram bot token', '`123456789:AA…`', ':AA', '[0-9]{8,10}:AA[\\w-]{33}(?![\\w-])'],
];

const HINT = new RegExp(SECRET_SHAPES.map(([, , , , hint]) => hint).join('|'));

/** Whether a text may contain one of the shapes: one pass instead of one for each shape. */
export function mayHoldShape(text: string): boolean {
  return HINT.test(text);
}
