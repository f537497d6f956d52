import { defineTexts } from '../../lib/texts.ts'

export const limitTexts = defineTexts('notice-limits', {
  title: ['通知上限', 'Limits of notices'],
  subtitle: [
    '用量达 80% 时通知管理员；达 100% 时提醒等通知停发，验证码、账号安全、签署和付款通知照常。',
    'At 80% administrators are told; at 100% reminders and the like stop, while codes, security, signing and payment go on.',
  ],
  scope: ['范围', 'For'],
  whole: ['全平台', 'The whole service'],
  channel: ['方式', 'Way'],
  today: ['今日', 'Today'],
  month: ['本月', 'This month'],
  usedOf: ['{{sent}} / {{limit}}', '{{sent}} of {{limit}}'],
  perDay: ['每日上限（条）', 'Messages a day'],
  perMonth: ['每月上限（条）', 'Messages a month'],
  default: ['默认', 'Default'],
  change: ['修改', 'Change'],
  changeTitle: ['修改上限', 'Change the limit'],
  add: ['为单位设置上限', 'Limit of an organization'],
  ownTitle: ['通知用量与上限', 'Messages sent and their limits'],
  ownHint: [
    '达到上限后，提醒等可关闭的通知停发，验证码、账号安全、签署和付款通知照常；需要提高上限请联系平台管理员。',
    'At a limit reminders and other notices that can be switched off stop, while codes, security, signing and payment go on. Ask the platform for a higher one.',
  ],
  organization: ['单位', 'Organization'],
})
