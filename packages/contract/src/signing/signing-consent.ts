import type { ConsentText } from '../consents/consent-texts.ts'

/** What an expert accepts with the signature. */
export const SIGNING_CONSENT: ConsentText = {
  version: '2026-11-22',
  text: {
    'zh-CN': '我已阅读全文并同意以上协议，认可我的手写电子签名与纸质签名具有同等效力',
    en: 'I have read the whole agreement and accept it. My drawn electronic signature is as binding as one on paper.',
  },
}
