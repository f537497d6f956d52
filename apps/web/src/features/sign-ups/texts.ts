import { defineTexts } from '../../lib/texts.ts'

export const signUpTexts = defineTexts('signUps', {
  titleOfExpert: ['项目报名', 'My sign-ups'],
  titleOfSponsor: ['支持意向', 'My support offers'],
  newOfExpert: ['报名项目', 'Sign up to a project'],
  newOfSponsor: ['提交支持意向', 'Offer support'],
  openProjects: ['可报名的项目', 'Open projects'],
  project: ['项目', 'Project'],
  projectNo: ['项目编号', 'Number'],
  summary: ['简介', 'About it'],
  period: ['起止时间', 'Period'],
  sponsors: ['申办方', 'Sponsors'],
  search: ['搜索项目', 'Search the projects'],
  status: ['处理状态', 'Status'],
  remark: ['留言', 'Message'],
  remarkHint: ['可说明您的专长或可参加的时间', 'Your field, or when you are free, for example'],
  amount: ['支持金额（元）', 'Amount (CNY)'],
  createTime: ['提交时间', 'Sent'],
  signUp: ['报名', 'Sign up'],
  offer: ['提交意向', 'Offer support'],
  change: ['修改', 'Change'],
  sent: ['已提交，项目方会尽快与您联系', 'Sent. The organizers will be in touch'],
  asYou: [
    '将以您资料中的姓名、单位和手机号报名。',
    'Your name, workplace and phone are taken from your profile.',
  ],
  none: ['暂无报名', 'Nothing yet'],
})
