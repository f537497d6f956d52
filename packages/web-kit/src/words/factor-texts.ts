import { defineTexts } from '../texts.ts'

export const factorTexts = defineTexts('factor', {
  title: ['两步验证', 'Two-step verification'],
  askCode: [
    '请输入身份验证器应用中显示的 6 位动态码',
    'Enter the 6-digit code shown in your authenticator app',
  ],
  askRecovery: ['请输入一个未使用过的恢复码', 'Enter an unused recovery code'],
  askPasskey: ['请用通行密钥确认是您本人', 'Confirm your identity with your passkey'],
  code: ['动态码', 'Code'],
  recoveryCode: ['恢复码', 'Recovery code'],
  verify: ['验证', 'Verify'],
  usePasskey: ['使用通行密钥', 'Use a passkey'],
  useCode: ['改用动态码', 'Use an app code instead'],
  useRecovery: ['改用恢复码', 'Use a recovery code instead'],
  back: ['返回重新登录', 'Back to login'],
  loginByPasskey: ['用通行密钥登录', 'Log in with a passkey'],
})
