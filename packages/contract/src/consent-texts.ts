import type { Language } from './errors.ts'

interface ConsentText {
  /** A changed text gets a new version. */
  readonly version: string
  readonly text: Readonly<Record<Language, string>>
}

/** What an expert accepts with the signature. */
export const SIGNING_CONSENT: ConsentText = {
  version: '2026-11-22',
  text: {
    'zh-CN': '我已阅读全文并同意以上协议，认可我的手写电子签名与纸质签名具有同等效力',
    en: 'I have read the whole agreement and accept it. My drawn electronic signature is as binding as one on paper.',
  },
}

/** Separate consent to the use of sensitive personal information (PIPL, articles 28 to 30). */
export const DATA_CONSENT: ConsentText = {
  version: '2026-11-22',
  text: {
    'zh-CN':
      '我单独同意平台和会议的付款单位处理我的身份证号、银行账户和手写签名，仅用于订立劳务协议、支付劳务费、申报税款和接受依法进行的审计。这些信息加密保存，除付款银行、税务机关和依法有权查阅的机构外不向他人提供。不同意将无法填写和签署协议，不影响使用其他功能。我可以随时在“我的资料”中撤回同意；撤回后不再将其用于新的用途，已签署的协议和依法须保存的记录不受影响。',
    en: 'I separately agree that the platform and the payer of a meeting use my identity number, bank account and drawn signature, only to conclude labor agreements, pay my fee, declare taxes and undergo lawful audits. The data are kept encrypted and go to nobody but the paying bank, the tax authority and bodies entitled by law. Without this consent I cannot fill in or sign agreements; everything else remains available. I can withdraw it at any time in “My profile”. The data are then put to no new use; signed agreements and records that the law requires remain.',
  },
}
