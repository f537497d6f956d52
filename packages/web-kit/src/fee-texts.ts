import { defineTexts } from './texts.ts'

export const feeTexts = defineTexts('fees', {
  fee: ['劳务费', 'Your fee'],
  feeSentence: ['税后实付', 'Net after tax'],
  feeOpen: [
    '费用待定。会务方确定后您会收到消息，在此之前无需填写任何信息。',
    'The fee is not decided yet. You will get a message once the organizers have set it. Until then you need not fill in anything.',
  ],
  feeOpenOfExpert: [
    '费用待定。确定后专家会收到消息，在此之前专家无需填写任何信息。',
    'The fee is not decided yet. The expert will get a message once it is set, and need not fill in anything until then.',
  ],
  showLines: ['查看计算过程', 'Show calculation'],
  hideLines: ['收起计算过程', 'Hide calculation'],
  feeLines: ['费用计算', 'Fee calculation'],
  sources: ['计算依据', 'Legal basis'],
})
