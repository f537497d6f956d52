import type { z } from 'zod'
import { choice } from '../words.ts'

/** How an invitation stands. Who declined or let the deadline pass counts nowhere. */
export const ATTENDANCE_LABELS = {
  invited: { 'zh-CN': '未答复', en: 'No answer' },
  accepted: { 'zh-CN': '参加', en: 'Attending' },
  declined: { 'zh-CN': '不参加', en: 'Not attending' },
  expired: { 'zh-CN': '逾期未答复', en: 'No answer by the deadline' },
} as const
export const Attendance = choice(['invited', 'accepted', 'declined', 'expired'], ATTENDANCE_LABELS)
export type Attendance = z.infer<typeof Attendance>
