import { defineTexts } from '@consilium/web-kit/texts.ts'

export const agreementListTexts = defineTexts('agreementList', {
  meeting: ['会议', 'Meeting'],
  project: ['项目', 'Project'],
  meetingTime: ['会议时间', 'Meeting time'],
  status: ['签署状态', 'Signing status'],
  toSign: ['待办', 'To do'],
  waitsForYou: ['待我签署', 'Waits for my signature'],
  payable: ['应付金额（元）', 'Payable (¥)'],
  net: ['实付金额（元）', 'Net (¥)'],
  all: ['全部', 'All'],
  signed: ['已签署', 'Signed'],
  nothingFound: ['没有符合条件的协议', 'No agreement matches'],
  none: [
    '暂无协议。受邀参会后会在此显示。',
    'No agreements yet. They appear here once you are invited to a meeting.',
  ],
})
