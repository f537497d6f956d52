/** The subjects of projects, plans and meetings. */
export const FIELDS = [
  { zh: '心血管', en: 'Cardiovascular' },
  { zh: '肿瘤', en: 'Oncology' },
  { zh: '糖尿病', en: 'Diabetes' },
  { zh: '慢性呼吸道疾病', en: 'Respiratory' },
  { zh: '慢性肾病', en: 'Kidney Disease' },
  { zh: '脑卒中', en: 'Stroke' },
  { zh: '风湿免疫', en: 'Rheumatology' },
  { zh: '炎症性肠病', en: 'Inflammatory Bowel Disease' },
  { zh: '儿童罕见病', en: 'Paediatric Rare Diseases' },
  { zh: '血液病', en: 'Haematology' },
]

export const isEnglishField = (field: string): boolean => FIELDS.some(({ en }) => en === field)

export const ACTIVITIES = [
  { zh: '学术交流项目', en: 'Expert Exchange' },
  { zh: '规范化诊疗培训', en: 'Clinical Practice Training' },
  { zh: '病例研讨系列会', en: 'Case Discussion Series' },
  { zh: '真实世界研究启动项目', en: 'Real-World Evidence Initiative' },
  { zh: '基层医师能力提升计划', en: 'Community Physician Programme' },
  { zh: '多学科会诊沙龙', en: 'Multidisciplinary Forum' },
]

export const PLAN_CATEGORIES = [
  { value: 'academic', zh: '学术会议', en: 'Academic meeting' },
  { value: 'training', zh: '继续教育', en: 'Continuing education' },
  { value: 'research', zh: '临床研究', en: 'Clinical research' },
  { value: 'publicEducation', zh: '患者教育', en: 'Patient education' },
]

export const PROJECT_FORMS = [
  { value: 'onSite', zh: '线下会议', en: 'On site' },
  { value: 'online', zh: '线上直播', en: 'Live online' },
  { value: 'hybrid', zh: '线上线下结合', en: 'Hybrid' },
]

export const VENUES = [
  '国际会议中心',
  '滨江会展酒店',
  '大学学术交流中心',
  '医院门诊楼五层报告厅',
  '科技园会议中心',
]

export const AGENDA = [
  '09:00 开场致辞',
  '09:20 指南更新要点解读',
  '10:10 真实病例分享与点评',
  '11:00 圆桌讨论：难点与对策',
  '11:50 会议总结',
]
export const ENGLISH_AGENDA = [
  '09:00 Opening remarks',
  '09:20 What is new in the guideline',
  '10:10 Cases from practice',
  '11:00 Round table',
  '11:50 Summary',
]

export const SUMMARIES = [
  '结合三例真实病例讲解了一线用药的选择，现场提问踊跃。',
  '对比了新旧版指南的差异，强调了随访与依从性管理。',
  '主持圆桌讨论，就基层转诊标准达成共识。',
  'Reviewed the evidence for early combination therapy and answered twelve questions.',
  '点评两例疑难病例，给出了可操作的会诊流程。',
]

export const TASKS = [
  { taskName: '会场布置', workContent: '背景板、签到台与指引牌' },
  { taskName: '专家接送', workContent: '高铁站与酒店之间往返，共四车次' },
  { taskName: '现场签到', workContent: '核对姓名与手机号，发放会议资料' },
  { taskName: 'Live stream', workContent: 'Two cameras, one operator, recording kept for thirty days' },
]

export const AUDIT_ITEMS = [
  { auditItem: '签到表核对', auditResult: 'passed', auditOpinion: '签到人数与名单一致' },
  { auditItem: '现场照片核对', auditResult: 'passed', auditOpinion: '照片含会标、讲者与参会人员' },
  {
    auditItem: '劳务费发放依据',
    auditResult: 'noted',
    auditOpinion: '一位讲者讲课时长不足，已请执行单位补充说明',
  },
  { auditItem: '发票真伪核验', auditResult: 'failed', auditOpinion: '一张发票抬头有误，已退回重开' },
] as const

export const FINDINGS = [
  { conclusion: 'normal', findings: '到场人数与名单相符，议程按时完成。' },
  { conclusion: 'normal', findings: 'Sessions ran to schedule; every speaker was identified.' },
  { conclusion: 'problem', findings: '下午场实际到场人数少于签到人数，已要求执行单位说明。' },
] as const

export const SELLERS = [
  '滨江会展酒店有限公司',
  '云程航空服务有限公司',
  '悦印图文设计有限公司',
  '同城租车服务有限公司',
]

export const AUDIT_OPINIONS = {
  approved: '资料完整，同意通过。',
  rejected: '缺少执业证明，请补充后重新提交。',
}
export const PLAN_OPINIONS = {
  approved: '方案完整，同意立项。',
  rejected: '预算与议程不符，请修改后再提交。',
}

export const REMARKS = ['希望了解支持方式', '可提供会场与设备', '请于下午来电联系', '愿意担任讲者', null]
