import { defineTexts } from '../../lib/texts.ts'

export const signUpTexts = defineTexts('signUps', {
  titleOfExpert: ['项目报名', 'My sign-ups'],
  titleOfSponsor: ['支持意向', 'Support intents'],
  newOfExpert: ['报名项目', 'Sign up for a project'],
  newOfSponsor: ['提交支持意向', 'Submit a support intent'],
  openProjects: ['可报名的项目', 'Open projects'],
  project: ['项目', 'Project'],
  projectNo: ['项目编号', 'Project number'],
  summary: ['简介', 'Summary'],
  period: ['起止时间', 'Period'],
  sponsors: ['申办方', 'Sponsors'],
  search: ['搜索项目', 'Search projects'],
  status: ['处理状态', 'Status'],
  remark: ['留言', 'Message'],
  remarkHint: ['可说明您的专长或可参加的时间', 'For example your field, or when you are available'],
  amount: ['支持金额（元）', 'Amount (CNY)'],
  createTime: ['提交时间', 'Submitted'],
  signUp: ['报名', 'Sign up'],
  offer: ['提交意向', 'Submit intent'],
  change: ['修改', 'Edit'],
  sent: ['已提交，项目方会尽快与您联系', 'Submitted. The organizers will contact you soon.'],
  asYou: [
    '将以您资料中的姓名、单位和手机号报名。',
    'Your name, workplace and phone are taken from your profile.',
  ],
  none: ['暂无报名', 'No sign-ups yet'],
})
