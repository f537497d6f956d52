import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { gateRoutes, type WaiverStatus } from '@consilium/contract/gates/gate-routes.ts'
import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { MeetingThere } from '../meetings.ts'
import { unlessThere, type Player } from '../platform.ts'

type Ending = Exclude<WaiverStatus, 'stale'>

const WANTED: readonly { ending: Ending; reason: string; opinion?: string }[] = [
  { ending: 'refused', reason: '专家出国，协议由其回国后补签', opinion: '会议尚未召开，请先完成签署' },
  { ending: 'withdrawn', reason: '督导临时改期，资料随后补交' },
  { ending: 'approved', reason: '专家助理代为联系，签署推迟至会后三日内', opinion: '同意，会后三日内补齐' },
  { ending: 'pending', reason: 'Two speakers sign on paper at the venue; scans follow' },
]

/** What is open in meetings of these stages, as the data has it. */
const OPEN: Partial<Record<MeetingStage, readonly MeetingCheck[]>> = {
  agreements: ['signatures'],
  inSession: ['signInSheet', 'photos'],
}

async function withdraw({ call }: Player, meetingId: number): Promise<void> {
  const { rows } = await call(approvalRoutes.list, { query: { tab: 'asked', kind: 'waiver', pageSize: 200 } })
  const asked = rows.find((row) => row.recordId === meetingId && row.status === 'pending')
  if (!asked) return
  const { decisionId } = asked
  await call(approvalRoutes.act, { body: { decisionId, action: 'withdraw', opinion: null } })
}

/** A waiver in each state, of what meetings under way have open. */
export async function fillWaivers(meetings: readonly MeetingThere[], manager: Player): Promise<void> {
  const places = meetings.flatMap((meeting) =>
    (OPEN[meeting.planned.stage] ?? []).map((check) => ({ meeting, check })),
  )
  for (const [place, { ending, reason, opinion }] of WANTED.entries()) {
    const { total } = await manager.call(gateRoutes.listWaivers, { query: { status: ending } })
    const chosen = places[place % places.length]
    if (total > 0 || !chosen) continue
    const { meeting, check } = chosen
    const { meetingId } = meeting.record
    const { main } = meeting.executor
    const asking = main.call(gateRoutes.askWaiver, { body: { meetingId, check, reason } })
    const waiver = await unlessThere('WAIVER_PENDING', asking)
    if (!waiver) continue
    const { waiverId, version } = waiver
    if (ending === 'withdrawn') await withdraw(main, meetingId)
    else if (ending !== 'pending') {
      const body = { waiverId, version, status: ending, opinion: opinion ?? null }
      await manager.call(gateRoutes.decideWaiver, { body })
    }
  }
}
