import { defineTexts } from '../../lib/texts.ts'

export const identityTexts = defineTexts('expertIdentity', {
  title: ['身份核验', 'Identity check'],
  state: ['核验结果', 'Result'],
  by: ['核验方', 'Verifier'],
  answered: ['核验时间', 'Answered'],
  differing: ['不一致的信息', 'What does not match'],
  problem: ['未完成的原因', 'Why it is not finished'],
  next: ['{{time}} 后再次核验', 'checked again after {{time}}'],
  check: ['核验', 'Check'],
  checkAgain: ['重新核验', 'Check again'],
  asksLeft_one: ['今日还可核验 {{count}} 次', '{{count}} more check today'],
  asksLeft_other: ['今日还可核验 {{count}} 次', '{{count}} more checks today'],
  basis: ['审核通过的依据', 'Basis of the approval'],
  matched: ['经{{provider}}核验一致（{{time}}）', 'Matched by {{provider}} ({{time}})'],
  byHand: ['由{{name}}人工核对（{{time}}）', 'Checked by hand by {{name}} ({{time}})'],
  reason: ['核对说明', 'Reason'],
  changed: [
    '此后姓名、证件或手机号有变更，以变更后的核验结果为准。',
    'Name, document or phone have changed since; the result for the new ones counts.',
  ],
  reasonField: ['未核验一致仍通过的理由', 'Reason to approve without a match'],
  reasonHint: [
    '该专家的身份未经核验一致，审核通过须填写理由。理由会印在该专家签署的协议上。',
    'The identity is not matched, so an approval needs a reason. It is printed on agreements that the expert signs.',
  ],
})
