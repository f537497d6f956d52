import type { Words } from './errors.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/** Labels of the status of an account, a person or a record. */
export const STATUS_LABELS = {
  '0': label('正常', 'Active'),
  '1': label('停用', 'Disabled'),
} as const

export const ID_TYPE_LABELS = {
  residentCard: label('居民身份证', 'Resident identity card'),
  passport: label('外国护照', 'Passport of another country'),
  hkMacauPermit: label('港澳居民来往内地通行证', 'Hong Kong and Macau permit'),
  taiwanPermit: label('台湾居民来往大陆通行证', 'Taiwan permit'),
} as const

/** Residence for income tax. */
export const TAX_RESIDENCE_LABELS = {
  resident: label('居民个人', 'Resident'),
  nonResident: label('非居民个人', 'Non-resident'),
} as const

/**
 * Values that have a meaning to the service, with their labels, by built-in dictionary. The dictionaries of a new
 * database contain the same.
 */
export const DICTIONARY_LABELS = {
  meeting_stage: {
    draft: label('草稿', 'Draft'),
    approved: label('已批准', 'Approved'),
    inviting: label('邀请中', 'Inviting'),
    scheduled: label('已排期', 'Scheduled'),
    agreements: label('签署协议', 'Agreements'),
    ready: label('待召开', 'Ready'),
    inSession: label('会议中', 'In session'),
    materials: label('资料收集', 'Materials'),
    settlement: label('结算中', 'Settlement'),
    closed: label('已关闭', 'Closed'),
  },
  audit_status: {
    pending: label('待审核', 'Pending'),
    approved: label('已通过', 'Approved'),
    rejected: label('未通过', 'Rejected'),
  },
  labor_form: {
    lecture: label('讲课', 'Lecture'),
    chair: label('主持', 'Chairing'),
    discussion: label('讨论', 'Discussion'),
    review: label('点评', 'Review'),
    consulting: label('咨询', 'Consulting'),
    other: label('其他', 'Other'),
  },
  signature_status: { unsigned: label('未签署', 'Unsigned'), signed: label('已签署', 'Signed') },
  org_type: { sponsor: label('申办方', 'Sponsor'), executor: label('执行单位', 'Executor') },
  supervision_mode: {
    onSite: label('现场督导', 'On site'),
    online: label('线上督导', 'Online'),
    spotCheck: label('抽查', 'Spot check'),
  },
  material_type: {
    agenda: label('会议日程', 'Agenda'),
    slides: label('讲课课件', 'Slides'),
    signIn: label('签到表', 'Sign-in sheet'),
    photo: label('现场照片', 'Photos'),
    video: label('会议视频', 'Video'),
    report: label('会议总结', 'Report'),
    other: label('其他', 'Other'),
  },
  audit_result: {
    passed: label('通过', 'Passed'),
    failed: label('不通过', 'Failed'),
    noted: label('备注', 'Noted'),
  },
  invoice_type: {
    '01': label('增值税专用发票', 'VAT special invoice (paper)'),
    '03': label('机动车销售统一发票', 'Motor vehicle invoice'),
    '04': label('增值税普通发票', 'VAT ordinary invoice (paper)'),
    '08': label('增值税电子专用发票', 'VAT special invoice (electronic)'),
    '10': label('增值税电子普通发票', 'VAT ordinary invoice (electronic)'),
    '11': label('增值税普通发票（卷票）', 'VAT ordinary invoice (roll)'),
    '14': label('增值税电子普通发票（通行费）', 'Toll invoice (electronic)'),
    '20': label('增值税电子专用发票（代码20）', 'VAT special invoice (electronic, code 20)'),
    '31': label('数电发票（增值税专用发票）', 'Digital VAT special invoice'),
    '32': label('数电发票（普通发票）', 'Digital ordinary invoice'),
    '51': label('数电发票（铁路电子客票）', 'Digital rail ticket'),
    '61': label('数电发票（航空运输电子客票行程单）', 'Digital air itinerary'),
    '85': label('数电纸质发票（增值税专用发票）', 'Digital VAT special invoice (on paper)'),
    '86': label('数电纸质发票（普通发票）', 'Digital ordinary invoice (on paper)'),
    other: label('其他票据', 'Other'),
  },
  invoice_source: {
    manual: label('手工录入', 'Entered manually'),
    recognized: label('自动识别', 'Recognized'),
  },
  supervision_conclusion: { normal: label('正常', 'Normal'), problem: label('存在问题', 'Problem found') },
} as const satisfies Record<string, Readonly<Record<string, Words>>>
