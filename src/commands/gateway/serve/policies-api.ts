import { validate } from '../../../documents/validate.ts';
import { newPolicySchema, policyChangesSchema } from '../../../features/gateway/control/api-schema.ts';
import { keyOf, policiesOf, policyOf, rulesWithKey } from '../../../features/gateway/control/policy.ts';
import {
  appendRules,
  changeRule,
  type EditableRuleSet,
  removeRule,
} from '../../../features/gateway/rule-file/rule-set-edit.ts';
import { parseRuleSet } from '../../../features/gateway/rule-file/rule-set-file.ts';
import type { WrittenRule } from '../../../features/gateway/rule-file/rule-set-schema.ts';
import type { Rule } from '../../../features/gateway/rules/model.ts';
import { quote } from '../../../text/clip.ts';
import { present } from '../../../values/own-property.ts';
import type { Handler, Result, Served } from './handling.ts';
import { BODY, Refusal } from './refusal.ts';
import type { Version } from './served-rules.ts';

/** The operations on `/api/policies`. Spec (enforcement): "Control plane". */
export function policiesApi({
  rules,
}: Served): Record<'listPolicies' | 'createPolicy' | 'getPolicy' | 'changePolicy' | 'deletePolicy', Handler> {
  return {
    listPolicies: () => ({ body: policiesOf(rules.current) }),

    getPolicy: ({ params: { key = '' } }) => ({ body: policyOf(rules.current, ruleAt(rules.current, key)) }),

    createPolicy: ({ document, ifMatch }) => {
      const rule = checked(present(validate(newPolicySchema, document)) as WrittenRule);
      const after = rules.change(ifMatch, (ruleSet) => {
        refuseTakenId(ruleSet, rule);
        refuseTakenName(ruleSet, rule);
        return appendRules(ruleSet, [rule]);
      });
      const location = `/api/policies/${encodeURIComponent(keyOf(rule))}`;
      return { ...changed(after, rule.name), headers: { location } };
    },

    changePolicy: ({ params: { key = '' }, document, ifMatch }) => {
      const changes = present(validate(policyChangesSchema, document)) as Partial<WrittenRule>;
      let { name = '' } = changes;
      const after = rules.change(ifMatch, (ruleSet) => {
        const rule = ruleAt(ruleSet, key);
        name = changes.name ?? rule.name;
        checked({ ...writtenAt(ruleSet, rule), ...changes });
        refuseTakenId(ruleSet, changes, rule);
        refuseTakenName(ruleSet, changes, rule);
        return changeRule(ruleSet, rule, changes);
      });
      return changed(after, name);
    },

    deletePolicy: ({ params: { key = '' }, ifMatch }) => {
      const { etag } = rules.change(ifMatch, (ruleSet) => removeRule(ruleSet, ruleAt(ruleSet, key)));
      return { etag };
    },
  };
}

function changed(after: Version, name: string): Result {
  const rule = after.file.rules.find((each) => each.name === name);
  if (!rule) throw new Error('a policy that was written is not there');
  return { body: policyOf(after, rule), etag: after.etag };
}

function ruleAt(ruleSet: EditableRuleSet, key: string): Rule {
  const [rule, another] = rulesWithKey(ruleSet, key);
  if (!rule) throw gone(key);
  if (!another) return rule;
  throw new Refusal(409, `several policies have the id ${quote(key)}`, {
    help: 'give each policy its own id in the file',
  });
}

function gone(key: string): Refusal {
  return new Refusal(404, `there is no policy with the key ${quote(key)}`, {
    help: 'the key is the `id` of a policy, or its name if it has none, URL-encoded',
  });
}

function writtenAt({ file, written }: EditableRuleSet, rule: Rule): WrittenRule {
  return written[file.rules.indexOf(rule)] as WrittenRule;
}

/** Finds what the schema cannot, such as an unknown time zone. @throws InputError about the body */
function checked<R extends WrittenRule>(rule: R): R {
  parseRuleSet(JSON.stringify(rule), BODY);
  return rule;
}

function refuseTakenName({ file }: EditableRuleSet, { name }: Partial<WrittenRule>, own?: Rule): void {
  if (!file.rules.some((rule) => rule !== own && rule.name === name)) return;
  throw new Refusal(409, `there is already a policy called ${quote(name ?? '')}`, {
    help: 'choose another name',
  });
}

function refuseTakenId(ruleSet: EditableRuleSet, { id }: Partial<WrittenRule>, own?: Rule): void {
  if (id === undefined || !rulesWithId(ruleSet, id).some((rule) => rule !== own)) return;
  throw new Refusal(409, `there is already a policy with the id ${quote(id)}`, { help: 'choose another id' });
}

function rulesWithId({ file, written }: EditableRuleSet, id: string): readonly Rule[] {
  return file.rules.filter((_, index) => written[index]?.id === id);
}
