import { type Answer, capabilitiesIn } from './answer.ts';
import { checkMessages } from './run-messages.ts';
import { checkTools } from './run-tools.ts';
import { checkUtilities } from './run-utilities.ts';
import type { Stage } from './stage.ts';

const noWork = async () => {};

/**
 * Checks what both eras have: messages, tools, and what else the server says that it offers.
 * @param opened the answer to the opening, which has a result
 * @param method a request that the server answers
 */
export async function checkOffers(
  { talk, verdicts, watch, reach }: Stage,
  opened: Answer,
  method: string,
): Promise<void> {
  const declared = capabilitiesIn(opened);
  await checkMessages(talk, verdicts, method);
  const resources = await checkTools(talk, verdicts, declared, reach.breathe ?? noWork);
  await checkUtilities({ talk, verdicts, watch, declared, resources }, method);
}
