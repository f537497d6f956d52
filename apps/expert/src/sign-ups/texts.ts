import { defineTexts } from '@consilium/web-kit/texts.ts'

export const signUpTexts = defineTexts('signUps', {
  noSignUps: ['还没有报名。可从公示的项目中选择。', 'No sign-ups yet. Choose one of the published projects.'],
  noProjects: [
    '目前没有公示的项目。项目公示后会出现在这里。',
    'No project is open at present. Published projects appear here.',
  ],
  title: ['项目报名', 'My sign-ups'],
  add: ['报名项目', 'Sign up for a project'],
  openProjects: ['可报名的项目', 'Open projects'],
  project: ['项目', 'Project'],
  period: ['起止时间', 'Period'],
  sponsors: ['申办方', 'Sponsors'],
  search: ['搜索项目', 'Search projects'],
  status: ['处理状态', 'Status'],
  remark: ['留言', 'Message'],
  remarkHint: ['可说明您的专长或可参加的时间', 'For example your field, or when you are available'],
  createTime: ['提交时间', 'Submitted'],
  signUp: ['报名', 'Sign up'],
  signedUp: ['已提交', 'Submitted'],
  change: ['修改', 'Edit'],
  changeOne: ['修改 {{name}}', 'Edit {{name}}'],
  sent: ['已提交，项目方会尽快与您联系', 'Submitted. The organizers will contact you soon.'],
  asYou: [
    '将以您资料中的姓名、单位和手机号报名。',
    'Your name, workplace and phone are taken from your profile.',
  ],
})
