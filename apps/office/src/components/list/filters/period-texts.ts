import { defineTexts } from '../../../lib/texts.ts'

/** Names of periods, as `periods.ts` has them. */
export const periodTexts = defineTexts('periods', {
  today: ['今天', 'Today'],
  thisWeek: ['本周', 'This week'],
  nextWeek: ['下周', 'Next week'],
  lastMonth: ['上月', 'Last month'],
  thisMonth: ['本月', 'This month'],
  nextMonth: ['下月', 'Next month'],
})
