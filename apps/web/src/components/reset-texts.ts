import { defineTexts } from '../lib/texts.ts'

export const resetTexts = defineTexts('resetPassword', {
  reset: ['重置密码', 'Reset the password'],
  title: ['重置“{{name}}”的密码？', 'Reset the password of {{name}}?'],
  hint: [
    '该账号的登录将全部退出，原密码立即失效；本人须用短信验证码登录并设置新密码。',
    'All sessions of the account end and its password no longer works. Its owner logs in with a code by SMS and chooses a new one.',
  ],
  done: [
    '密码已重置，本人可用短信验证码登录并设置新密码',
    'The password is reset; its owner chooses a new one with a code by SMS',
  ],
})
