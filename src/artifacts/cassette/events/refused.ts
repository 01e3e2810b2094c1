/** Why a model stopped when it refuses, or when its provider holds a reply back, in lower case, with underscores. */
const REFUSALS: ReadonlySet<string> = new Set([
  // Anthropic; OpenAI, OTel GenAI and the AI SDK; Bedrock
  ...['refusal', 'content_filter', 'content_filtered', 'guardrail_intervened'],
  // Gemini
  ...['safety', 'recitation', 'blocklist', 'prohibited_content', 'spii', 'model_armor'],
  ...['image_safety', 'image_prohibited_content', 'image_recitation'],
]);

/** Whether one of the reasons why a model stopped says that the reply is a refusal, in the words of any provider. */
export function saysRefused(...reasons: readonly unknown[]): boolean {
  return reasons.some(
    (each) => typeof each === 'string' && REFUSALS.has(each.replaceAll('-', '_').toLowerCase()),
  );
}
