import { defineTexts } from '../../lib/texts.ts'

export const mailConfirmationTexts = defineTexts('mailConfirmation', {
  confirmTitle: ['确认邮箱', 'Confirm the mail address'],
  confirmHint: [
    '确认后，平台通知将发送到收到此链接的邮箱。',
    'Notices will go to the address that got this link.',
  ],
  confirm: ['确认', 'Confirm'],
  confirmed: ['邮箱已确认', 'The address is confirmed'],
  toPortal: ['进入平台', 'To the portal'],
})
