import { defineTexts } from '../../lib/texts.ts'

export const ruleTexts = defineTexts('rules', {
  validFrom: ['生效日期', 'In force from'],
  owner: ['归属', 'Owner'],
  state: ['状态', 'Status'],
  inForce: ['生效中', 'In force'],
  note: ['备注', 'Remark'],
  createdBy: ['创建人', 'Created by'],
  preview: ['预览对进行中会议的影响', 'Preview the effect on open meetings'],
  concerned_one: [
    '{{count}} 场未关闭的会议会受影响，下列要求将未满足',
    '{{count}} open meeting is concerned; this would be open there',
  ],
  concerned_other: [
    '{{count}} 场未关闭的会议会受影响，下列要求将未满足',
    '{{count}} open meetings are concerned; this would be open there',
  ],
  noneConcerned: ['没有进行中的会议会受影响', 'No open meeting is concerned'],
  onlyLatest: [
    '仅统计最近 {{count}} 场未关闭的会议',
    'Only the latest {{count}} open meetings were looked at',
  ],
  always: ['一直', 'Always'],
  between: ['、', ', '],
})
