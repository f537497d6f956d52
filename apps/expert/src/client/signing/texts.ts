import { defineTexts, textOf } from '@consilium/web-kit/texts.ts'
import { language } from '../words.ts'

const texts = defineTexts('signingScripts', {
  typedDiffers: ['须与协议上的姓名“{{name}}”一致', 'Must be “{{name}}”, the name on the agreement'],
  faceMissing: [
    '手写体未能载入，请检查网络后重试',
    'The typeface could not be loaded. Check the network and try again.',
  ],
  notRead: ['请先阅读至协议末尾', 'Please read the agreement to its end first'],
  textChanged: [
    '协议内容刚刚有变更，请重新阅读后再同意',
    'The agreement has just changed. Please read it again before you agree.',
  ],
  consentMissing: ['请先勾选同意', 'Please tick the box to agree'],
  empty: ['请先签名', 'Please sign first'],
  tiny: ['签名太小，请写大一些', 'The signature is too small. Please write larger.'],
  sendAgain: ['{{seconds}} 秒后可重发', 'Resend in {{seconds}} s'],
  codeSent: [
    '验证码已发送至尾号 {{last}} 的手机，{{minutes}} 分钟内有效，仅用于签署本协议',
    'Code sent to the phone ending in {{last}}. It is valid for {{minutes}} minutes and for this agreement only.',
  ],
  codeMissing: ['请输入 6 位验证码', 'Please enter the 6-digit code'],
  readShare: ['已读 {{share}}%', '{{share}}% read'],
  readWhole: ['已读至末尾', 'Read to the end'],
  pdfFailed: ['无法在此显示文件，请保存后查看', 'The file cannot be shown here. Save it to view it.'],
  morePages: ['显示其余 {{count}} 页', 'Show {{count}} more pages'],
})

export const said = (
  key: keyof (typeof texts)['pairs'],
  options: Record<string, string | number> = {},
): string => textOf(texts, key, language(), options)
