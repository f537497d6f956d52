import { defineTexts } from '@consilium/web-kit/texts.ts'

export const againTexts = defineTexts('again', {
  again: ['请重新登录', 'Please log in again'],
  againHint: [
    '{{name}}，您的登录已失效。登录后可继续，已填写的内容会保留。',
    'Your session has ended, {{name}}. Log in to go on; what you entered is kept.',
  ],
  otherAccount: [
    '此浏览器已登录其他账号。请用“{{name}}”的账号重新登录后继续，已填写的内容会保留。',
    'Another account has logged in in this browser. Log in as {{name}} to go on; what you entered is kept.',
  ],
  password: ['密码', 'Password'],
  byPassword: ['密码登录', 'Use the password'],
  bySms: ['短信登录', 'Use a text message'],
  code: ['验证码', 'Code'],
  sendCode: ['获取验证码', 'Send a code'],
  codeSent: ['验证码已发送', 'The code is on its way'],
  logIn: ['登录', 'Log in'],
  otherLogin: ['用其他方式登录', 'Other ways to log in'],
  askCode: ['请输入身份验证器中的 6 位验证码', 'Enter the 6 digits that your authenticator shows'],
})
