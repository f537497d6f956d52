import { defineTexts } from '../texts.ts'

/** What this is, told beside the pages outside a session. */
export const outsideFrameTexts = defineTexts('outsideFrame', {
  welcome: ['学术项目与专家会议平台', 'Sponsored projects and expert meetings'],
  about: ['关于 Consilium', 'About Consilium'],
  claim: [
    '从立项、开会到付款，学术会议的每一步都清楚可查',
    'From the project to the payment, every step of an expert meeting is clear and on record',
  ],
  expert: ['专家', 'Expert'],
  expertAbout: [
    '在手机上答复邀请、查看日程、阅读并签署协议，税后实付一目了然。',
    'Answer invitations, see the agenda, read and sign agreements on the phone, with the net amount in sight.',
  ],
  executor: ['执行单位', 'Executor'],
  executorAbout: [
    '会议、专家劳务、资料和发票在一处完成，超预算和缺资料及时提醒。',
    'Meetings, fees, materials and invoices in one place, with a word in time when a budget runs out or something is missing.',
  ],
  sponsor: ['申办方', 'Sponsor'],
  sponsorAbout: [
    '随时了解所支持项目的进展，每笔费用都有依据。',
    'Follow the projects you support; every expense has its evidence.',
  ],
  language: ['English', '中文'],
  publicPage: ['查看公示项目', 'View public projects'],
  privacy: ['个人信息处理说明', 'Privacy notice'],
})
