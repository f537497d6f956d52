import { defineTexts } from '../texts.ts'

export const codeTexts = defineTexts('code', {
  smsCode: ['验证码', 'Code'],
  sendCode: ['获取验证码', 'Send code'],
  sendAgain: ['{{seconds}} 秒后可重发', 'Resend in {{seconds}} s'],
  codeSent: [
    '验证码已发送，{{minutes}} 分钟内有效',
    'The code has been sent and is valid for {{minutes}} minutes',
  ],
})
