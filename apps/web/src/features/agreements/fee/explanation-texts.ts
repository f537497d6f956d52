import { defineTexts } from '../../../lib/texts.ts'

export const explanationTexts = defineTexts('feeExplanation', {
  feeLines: ['费用计算', 'Fee calculation'],
  sources: ['计算依据', 'Legal basis'],
})
