import { defineTexts } from '../texts.ts'

export const factTexts = defineTexts('facts', {
  nationality: ['国籍（地区）', 'Nationality'],
  sex: ['性别', 'Sex'],
  birthDate: ['出生日期', 'Date of birth'],
  why: ['个人所得税申报需要，加密保存', 'Needed to declare income tax; stored encrypted'],
  missing: ['还需补充：{{facts}}', 'Still needed: {{facts}}'],
  missingHint: [
    '付款单位申报个人所得税需要这些信息，缺少时无法申报。',
    'The payer needs this to declare income tax, and cannot file without it.',
  ],
})
