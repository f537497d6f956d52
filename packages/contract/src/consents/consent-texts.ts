import type { Language } from '../errors.ts'

export interface ConsentText {
  /** A changed text gets a new version. */
  readonly version: string
  readonly text: Readonly<Record<Language, string>>
}

/** Separate consent to the use of sensitive personal information (PIPL, articles 28 to 30). */
export const DATA_CONSENT: ConsentText = {
  version: '2026-11-24',
  text: {
    'zh-CN':
      '我单独同意平台和会议的付款单位处理我的身份证号、银行账户和手写签名，仅用于订立劳务协议、支付劳务费、申报税款和接受依法进行的审计。这些信息加密保存，除付款银行、税务机关和依法有权查阅的机构外不向他人提供。项目的申办方作为接收方，为核查其出资项目的合规性，会收到我的姓名、工作单位、职称、劳务费和隐去证件号码、银行账户、手机号及手写签名的劳务协议。不同意将无法填写和签署协议，不影响使用其他功能。我可以随时在“我的资料”中撤回同意；撤回后不再将其用于新的用途，已签署的协议和依法须保存的记录不受影响。',
    en: 'I separately agree that the platform and the payer of a meeting use my identity number, bank account and drawn signature, only to conclude labor agreements, pay my fee, declare taxes and undergo lawful audits. The data are kept encrypted and go to nobody but the paying bank, the tax authority and bodies entitled by law. The sponsors of the project are recipients too: to check that the projects they fund follow the rules, they receive my name, workplace, title and fees, and my labor agreement without identity number, bank account, phone and drawn signature. Without this consent I cannot fill in or sign agreements; everything else remains available. I can withdraw it at any time in “My profile”. The data are then put to no new use; signed agreements and records that the law requires remain.',
  },
}

/** What visitors are told and agree to where they are first asked for personal data (PIPL, articles 13 to 17). */
export const PRIVACY_NOTICE: ConsentText = {
  version: '2026-11-24',
  text: {
    'zh-CN': `平台由部署本系统的机构（平台管理方）运营，其为个人信息处理者，联系方式由平台管理方公布。
我们收集什么：注册时的姓名、手机号、工作单位、科室、职称；参会和签署协议时的答复、协议与签署记录；为保障安全而记录的登录时间、网络地址和设备类型。证件号码、银行账户和手写签名属于敏感个人信息，仅在订立劳务协议前另行征得您的单独同意后收集。
为什么收集：为您开立账号、邀请您参会、订立和履行劳务协议、支付费用、申报税款、接受依法进行的审计。提交公示项目的意向时，仅用于项目管理人员与您联系。
谁能看到：平台管理人员，以及您参与的项目中有相应权限的人员；手机号对申办方和督导以掩码显示。项目的申办方还会收到您的劳务费和脱敏的劳务协议（不含证件号码、银行账户、手机号和手写签名）。除付款银行、税务机关和依法有权查阅的机构外，不向他人提供，也不用于推销。短信服务商会收到您的手机号和验证码。
保存多久：账号存续期间；已签署的协议、付款和操作记录依法长期保存；公示意向保存至管理人员删除。敏感信息加密保存。
您的权利：您可以在“我的资料”中查阅和更正信息、撤回单独同意，也可以联系平台管理方要求复制、删除或注销账号。不同意本说明将无法注册或提交意向，但可以浏览公示页面。
本说明修改时会更换版本，并重新征得同意。`,
    en: `The platform is run by the organization that has installed it, which is responsible for personal data here and says how to reach it.
What we collect: name, mobile number, workplace, department and title when you register; your answers, agreements and the record of each signing when you take part; times, network addresses and kinds of devices of logins, for security. Identity number, bank account and drawn signature are sensitive and are collected only after you have separately agreed, before a labor agreement is concluded.
What for: to open your account, invite you to meetings, conclude and perform labor agreements, pay fees, declare taxes and undergo lawful audits. An enquiry about a public project is used only to contact you about it.
Who sees it: managers of the platform, and people of the projects you take part in as far as their role needs it; sponsors and supervisors see your number masked. Sponsors of a project also receive your fees and your labor agreement without identity number, bank account, phone and drawn signature. Nobody else receives it except the paying bank, the tax authority and bodies entitled by law, and it is never used for advertising. The provider of text messages receives your number and the code.
How long: as long as the account; signed agreements, payments and the operation log permanently, as the law requires; enquiries until a manager deletes them. Sensitive data are kept encrypted.
Your rights: you can read and correct your data and withdraw your separate consent in “My profile”, and ask those who run the platform for a copy, for deletion, or to close your account. Without agreeing you cannot register or send an enquiry; the public pages remain open to you.
A changed notice has a new version, which is asked for again.`,
  },
}
