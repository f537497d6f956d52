import { defineTexts } from '../../lib/texts.ts'

export const dateTexts = defineTexts('dates', {
  openCalendar: ['打开日历', 'Open the calendar'],
  calendar: ['日历', 'Calendar'],
  notADay: ['请按 2026-01-31 的格式填写日期', 'Enter a date such as 2026-01-31'],
  notATime: ['请按 2026-01-31 09:30 的格式填写时间', 'Enter a date and time such as 2026-01-31 09:30'],
  notAMonth: ['请按 2026-01 的格式填写月份', 'Enter a month such as 2026-01'],
  tooEarly: ['不能早于 {{limit}}', 'Not before {{limit}}'],
  tooLate: ['不能晚于 {{limit}}', 'Not after {{limit}}'],
  today: ['今天', 'Today'],
  thisMonth: ['本月', 'This month'],
  clear: ['清除', 'Clear'],
  done: ['完成', 'Done'],
  time: ['时间', 'Time'],
  hour: ['时', 'Hour'],
  minute: ['分', 'Minute'],
  nextMonth: ['下个月', 'Next month'],
  previousMonth: ['上个月', 'Previous month'],
  nextYear: ['下一年', 'Next year'],
  previousYear: ['上一年', 'Previous year'],
  nextDecade: ['后十年', 'Next ten years'],
  previousDecade: ['前十年', 'Previous ten years'],
})
