import { defineTexts } from '../../lib/texts.ts'

export const signUpTexts = defineTexts('signUps', {
  noOffers: [
    '还没有支持意向。可从公示的项目中选择。',
    'No offers yet. Choose one of the published projects.',
  ],
  noProjects: [
    '目前没有公示的项目。项目公示后会出现在这里。',
    'No project is open at present. Published projects appear here.',
  ],
  title: ['支持意向', 'Support intents'],
  add: ['提交支持意向', 'Submit a support intent'],
  projectsToSupport: ['可支持的项目', 'Projects to support'],
  project: ['项目', 'Project'],
  projectNo: ['项目编号', 'Project number'],
  summary: ['简介', 'Summary'],
  period: ['起止时间', 'Period'],
  sponsors: ['申办方', 'Sponsors'],
  search: ['搜索项目', 'Search projects'],
  status: ['处理状态', 'Status'],
  remark: ['留言', 'Message'],
  amount: ['支持金额（元）', 'Amount (¥)'],
  createTime: ['提交时间', 'Submitted'],
  offer: ['提交意向', 'Submit intent'],
  signedUp: ['已提交', 'Submitted'],
  change: ['修改', 'Edit'],
  sent: ['已提交，项目方会尽快与您联系', 'Submitted. The organizers will contact you soon.'],
})
