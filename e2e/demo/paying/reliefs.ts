import {
  RELIEF_STATUSES,
  treatyReliefRoutes,
  type ReliefStatus,
} from '@consilium/contract/payments/treaty-reliefs.ts'
import type { Calendar } from '../calendar.ts'
import { makeDocument } from '../documents.ts'
import { upload } from '../files.ts'
import type { Filled } from '../fill.ts'
import type { OrganizationThere } from '../organizations.ts'
import type { Player } from '../platform.ts'

const TREATIES = [
  { country: 'FR', article: '中法税收协定第十四条', rate: '0' },
  { country: 'DE', article: '中德税收协定第十四条', rate: '0' },
  { country: 'SG', article: '中新税收协定第十四条', rate: '0.1' },
  { country: 'JP', article: '中日税收协定第十四条', rate: '0' },
] as const

async function end(asker: Player, decider: Player, reliefId: number, status: ReliefStatus): Promise<void> {
  if (status === 'withdrawn') await asker.call(treatyReliefRoutes.withdraw, { body: { reliefId } })
  if (status !== 'approved' && status !== 'refused') return
  await decider.call(treatyReliefRoutes.decide, { body: { reliefId, isApproved: status === 'approved' } })
}

/** Relief of non-residents in each state, for payments of the year after next: it changes none of this data. */
export async function fillReliefs(
  { main }: OrganizationThere,
  { experts, meetings }: Pick<Filled, 'experts' | 'meetings'>,
  decider: Player,
  calendar: Calendar,
): Promise<void> {
  const attendees = meetings
    .filter(({ executor }) => executor.main === main)
    .flatMap((meeting) => [...meeting.attendees])
    .filter(([expert]) => experts[expert]!.planned.profile.taxResidence === 'nonResident')
    .map(([, attendee]) => attendee)
  for (const [place, status] of RELIEF_STATUSES.entries()) {
    const attendee = attendees[place % attendees.length]
    const { total } = await main.call(treatyReliefRoutes.list, { query: { status } })
    if (!attendee || total > 0) continue
    const lines = ['非居民纳税人享受协定待遇信息报告表（样张）', '附：税收居民身份证明']
    const bytes = await makeDocument([{ title: '协定待遇资料', lines }])
    const body = {
      attendeeId: attendee.attendeeId,
      ...TREATIES[place % TREATIES.length]!,
      validFrom: calendar.date(366),
      validTo: calendar.date(731),
      fileId: await upload(main, 'relief.pdf', bytes),
    }
    const { reliefId } = await main.call(treatyReliefRoutes.create, { body })
    await end(main, decider, reliefId, status)
  }
}
