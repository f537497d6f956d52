import { defineTexts } from '../texts.ts'

export const mailTexts = defineTexts('mail', {
  mail: ['通知邮箱', 'Mail address'],
  hint: [
    '填写后，通知可同时发送到邮箱。邮箱不能用于登录。',
    'Notices can also go to this address. It is not used to log in.',
  ],
  notOffered: ['平台未开通邮件通知。', 'This service sends no mail.'],
  add: ['填写邮箱', 'Add an address'],
  change: ['更换邮箱', 'Change the address'],
  remove: ['删除邮箱', 'Remove the address'],
  removeAsk: ['删除通知邮箱？', 'Remove the mail address?'],
  removeHint: ['之后不再向该邮箱发送通知。', 'No notices go to it any more.'],
  address: ['邮箱', 'Mail address'],
  send: ['发送确认邮件', 'Send the link'],
  sent: ['确认邮件已发送', 'The link is sent'],
  removed: ['邮箱已删除', 'The address is removed'],
  pending: [
    '确认邮件已发送至 {{address}}，请在 {{until}} 前打开邮件中的链接。',
    'A link was sent to {{address}}. Open it before {{until}}.',
  ],
  unreachable: [
    '自 {{since}} 起邮件多次被退回，已停止向该邮箱发送。请更换邮箱，或重新发送确认邮件。',
    'Mails came back and none is sent since {{since}}. Change the address, or confirm it again.',
  ],
})
