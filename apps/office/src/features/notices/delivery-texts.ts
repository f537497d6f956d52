import { defineTexts } from '../../lib/texts.ts'

export const deliveryTexts = defineTexts('deliveries', {
  title: ['通知记录', 'Deliveries'],
  subtitle: [
    '短信、邮件等通知是否送达。内容中的姓名、号码和金额不保存。',
    'Whether SMS, mails and other notices arrived. Names, numbers and amounts in them are not kept.',
  ],
  emptyHint: [
    '还没有通过短信、邮件等方式发出的通知。',
    'No notice has left the portal by SMS, mail or other ways yet.',
  ],
  limits: ['上限与用量', 'Limits'],
  texts: ['通知文本', 'Texts'],
  kind: ['通知', 'Notice'],
  name: ['接收人', 'Person'],
  channel: ['方式', 'Way'],
  state: ['状态', 'State'],
  reason: ['原因', 'Reason'],
  sentTime: ['发送时间', 'Sent'],
  createTime: ['产生时间', 'Raised'],
  resend: ['重新发送', 'Send again'],
  resent: ['已重新排队发送', 'It is sent again'],
  ofDay: [
    '24 小时：发送 {{sent}}，送达 {{delivered}}，失败 {{failed}}',
    '24 hours: {{sent}} sent, {{delivered}} delivered, {{failed}} failed',
  ],
  noProvider: ['未接服务商，写入文件', 'no provider, written to a file'],
  units: ['计费 {{units}} 条', '{{units}} charged'],
  noneWaits: ['没有待发送', 'None waits'],
  waits: ['待发送 {{waiting}}，最早应于 {{time}} 发出', '{{waiting}} waiting, the first due {{time}}'],
})
