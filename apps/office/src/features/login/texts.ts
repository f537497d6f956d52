import { defineTexts } from '../../lib/texts.ts'

export const loginTexts = defineTexts('login', {
  byPassword: ['密码登录', 'Password'],
  bySms: ['短信登录', 'SMS code'],
  password: ['密码', 'Password'],
  submit: ['登录', 'Log in'],
  failed: ['登录失败', 'Login failed'],
  again: ['请重新登录', 'Please log in again'],
  againHint: [
    '{{name}}，您的登录已失效。登录后可继续，已填写的内容会保留。',
    'Your session has ended, {{name}}. Log in to go on; what you entered is kept.',
  ],
  otherAccount: [
    '此浏览器已登录其他账号。请用“{{name}}”的账号重新登录后继续，已填写的内容会保留。',
    'Another account has logged in in this browser. Log in as {{name}} to go on; what you entered is kept.',
  ],
  otherLogin: ['换用其他账号', 'Use another account'],
})
