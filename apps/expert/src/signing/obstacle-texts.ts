import { defineTexts } from '@consilium/web-kit/texts.ts'

export const obstacleTexts = defineTexts('obstacles', {
  consentMissing: [
    '尚未同意使用您的身份与银行信息',
    'You have not agreed to the use of your identity and bank data',
  ],
  consentMissingNext: ['可在“我的资料”中同意。', 'You can agree in “My profile”.'],
  title: ['暂时还不能签署协议', 'The agreement cannot be signed yet'],
  expertNotApproved: ['您的专家资料尚未通过审核', 'Your profile is not approved yet'],
  expertNotApprovedNext: [
    '审核通过后您会收到消息，届时即可签署。',
    'You will get a message once it is approved. You can sign then.',
  ],
  meetingClosed: ['会议已关闭', 'The meeting is closed'],
  meetingClosedNext: [
    '已关闭的会议不再签署协议。如有疑问，请联系会务方。',
    'Agreements of a closed meeting can no longer be signed. If you have questions, please contact the organizers.',
  ],
  invitationDeclined: ['您已答复不参加本次会议', 'You have declined this meeting'],
  invitationDeclinedNext: [
    '如要参加，请先在会议页改为“参加”。',
    'If you do attend, first change your answer on the page of the meeting.',
  ],
  feeMissing: ['劳务费尚未确定', 'The fee is not decided yet'],
  feeMissingNext: [
    '会务方确定劳务费后，您会收到消息，届时再填写信息并签署。现在无需提供任何个人信息。',
    'You will get a message once the organizers have set the fee. You then fill in your details and sign. No personal details are needed now.',
  ],
  payerMissing: ['会议尚未指定执行单位', 'No executor has been assigned to the meeting'],
  payerMissingNext: [
    '协议费用由执行单位支付，指定后即可签署。',
    'The executor pays the fee. You can sign once one is assigned.',
  ],
  payerCodeMissing: [
    '执行单位尚未填写统一社会信用代码',
    'The executor has not entered its unified social credit code',
  ],
  payerCodeMissingNext: [
    '协议须载明付款单位的信用代码。请联系会务方补充，填写后即可签署。',
    'The agreement must contain it. Please ask the organizers to enter it. You can sign then.',
  ],
  timeMissing: ['会议时间尚未确定', 'The time of the meeting is not decided yet'],
  timeMissingNext: [
    '会务方确定时间后您会收到消息，届时即可签署。',
    'You will get a message once the organizers have set it. You can sign then.',
  ],
  placeMissing: ['会议地点尚未确定', 'The place of the meeting is not decided yet'],
  placeMissingNext: [
    '会务方确定地点（或者写明线上）后您会收到消息，届时即可签署。',
    'You will get a message once the organizers have set it, or have written that the meeting is online. You can sign then.',
  ],
  meetingNotApproved: ['会议尚未批准', 'The meeting is not approved yet'],
  meetingNotApprovedNext: [
    '批准后您会收到消息，届时即可填写信息并签署。',
    'You will get a message once it is approved. You can then fill in your details and sign.',
  ],
})
