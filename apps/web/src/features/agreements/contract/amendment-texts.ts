import { defineTexts } from '../../../lib/texts.ts'

export const amendmentTexts = defineTexts('amendments', {
  title: ['劳务费变更', 'Change of your fee'],
  waits: ['会务方提出变更劳务费', 'The organizers propose another fee'],
  waitsHint: [
    '您已签署的协议目前继续有效。请阅读变更后的协议：同意则签署，签署后取代原协议；不同意则原协议不变。',
    'The agreement you signed is still in force. Please read the amended agreement. If you sign it, it replaces the current one. If you decline, nothing changes.',
  ],
  reason: ['变更原因', 'Reason'],
  minutesNow: ['现行约定参会时长', 'Attendance agreed now'],
  minutesNext: ['变更后约定参会时长', 'Attendance after the change'],
  minutesOf: ['{{count}}分钟', '{{count}} min'],
  payableNow: ['现行应付金额（元）', 'Payable in force (CNY)'],
  payableNext: ['变更后应付金额（元）', 'Payable after the change (CNY)'],
  netNow: ['现行实付金额（元，估算）', 'Net in force (CNY, estimate)'],
  netNext: ['变更后实付金额（元，估算）', 'Net after the change (CNY, estimate)'],
  decline: ['不同意变更', 'Decline the change'],
  declineTitle: ['不同意变更？', 'Decline the change?'],
  declineHint: [
    '原协议继续有效，会务方会收到通知。',
    'The agreement you signed stays in force, and the organizers are told.',
  ],
})
