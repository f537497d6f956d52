import { defineTexts } from '../texts.ts'

export const proofTexts = defineTexts('proof', {
  title: ['验证身份', 'Verify your identity'],
  why: [
    '为保护账号安全，继续前请验证身份',
    'To protect your account, verify your identity before you continue',
  ],
  password: ['登录密码', 'Password'],
  code: ['身份验证器动态码', 'Code of the authenticator app'],
  confirm: ['验证', 'Verify'],
  usePassword: ['改用登录密码', 'Use the password instead'],
  useCode: ['改用动态码', 'Use a code instead'],
  usePasskey: ['使用通行密钥', 'Use a passkey'],
  logInAgain: ['请退出后重新登录，再继续此操作', 'Log out, log in again and then repeat this'],
})
