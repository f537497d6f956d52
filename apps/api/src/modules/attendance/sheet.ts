import {
  PRESENCE_FLAG_LABELS,
  PRESENCE_REVIEW_LABELS,
  type Presence,
} from '@consilium/contract/attendance/presence.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'

const columns = (language: Language): readonly ExportColumn<Presence>[] => [
  { title: { 'zh-CN': '姓名', en: 'Name' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '单位', en: 'Hospital' }, width: 28, value: (row) => row.unit },
  { title: { 'zh-CN': '签到时间', en: 'In' }, width: 20, kind: 'time', value: (row) => row.firstIn },
  { title: { 'zh-CN': '签退时间', en: 'Out' }, width: 20, kind: 'time', value: (row) => row.lastOut },
  {
    title: { 'zh-CN': '参会时长（分钟）', en: 'Minutes' },
    width: 14,
    kind: 'integer',
    value: (row) => row.minutes,
  },
  {
    title: { 'zh-CN': '约定参会时长（分钟）', en: 'Minutes agreed' },
    width: 14,
    kind: 'integer',
    value: (row) => row.feeMinutes,
  },
  {
    title: { 'zh-CN': '复核', en: 'Review' },
    width: 12,
    value: (row) => PRESENCE_REVIEW_LABELS[row.review][language],
  },
  {
    title: { 'zh-CN': '需复核的情况', en: 'To look at' },
    width: 40,
    value: (row) =>
      row.flags.map((flag) => PRESENCE_FLAG_LABELS[flag][language]).join(language === 'en' ? '; ' : '；') ||
      null,
  },
  { title: { 'zh-CN': '复核说明', en: 'Reason' }, width: 40, value: (row) => row.reviewReason },
  { title: { 'zh-CN': '复核人', en: 'Reviewed by' }, width: 14, value: (row) => row.reviewedByName },
]

/** The attendance of a meeting as a sheet. */
export const attendanceSheet = (
  rows: readonly Presence[],
  { language, today }: { language: Language; today: string },
): Promise<FileAnswer> =>
  Promise.resolve(
    exportFile({
      name: { 'zh-CN': '签到表', en: 'attendance' },
      language,
      today,
      columns: columns(language),
      batch: async () => ({ rows: [...rows], next: null }),
    }),
  )
