import { defineTexts } from '../../lib/texts.ts'

export const recordTexts = defineTexts('record-deliveries', {
  title: ['通知', 'Notices'],
  none: ['还没有发给专家的通知。', 'No notice was sent to an expert yet.'],
  all: ['全部通知记录', 'All deliveries'],
  when: ['提醒预览', 'Who will be reminded when'],
  queued: ['{{time}} 发送', 'To be sent {{time}}'],
  sent: ['{{time}} 已发送', 'Sent {{time}}'],
  delivered: ['{{time}} 已送达', 'Delivered {{time}}'],
  failed: ['失败：{{reason}}', 'Failed: {{reason}}'],
  suppressed: ['未发送：{{reason}}', 'Left out: {{reason}}'],
  reminder: ['提醒', 'Reminder'],
  unreached_one: [
    '有 {{count}} 位专家收不到短信和邮件：{{names}}。请用其他方式联系，或请其登记手机号、确认邮箱。',
    'Neither SMS nor mail reaches {{names}}. Please use another way, or ask for a phone or mail address.',
  ],
  unreached_other: [
    '有 {{count}} 位专家收不到短信和邮件：{{names}}。请用其他方式联系，或请其登记手机号、确认邮箱。',
    'Neither SMS nor mail reaches {{count}} experts: {{names}}. Please use another way, or ask for phones or mail addresses.',
  ],
})
