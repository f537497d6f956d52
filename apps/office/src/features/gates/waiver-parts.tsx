import type { Waiver, WaiverStatus } from '@consilium/contract/gates/gate-routes.ts'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { gateTexts } from './texts.ts'

const DecideDialog = onDemand(() => import('./decide-dialog.tsx'))

const STATUS_LABELS = {
  pending: { 'zh-CN': '待审批', en: 'Pending' },
  approved: { 'zh-CN': '已批准', en: 'Approved' },
  refused: { 'zh-CN': '已拒绝', en: 'Refused' },
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
  stale: { 'zh-CN': '内容已变更', en: 'Content changed' },
} as const
const COLORS = {
  pending: 'yellow',
  approved: 'teal',
  refused: 'red',
  withdrawn: 'gray',
  stale: 'gray',
} as const

export const useWaiverStatus = () => useLabel(STATUS_LABELS)
export const WAIVER_STATUSES = Object.keys(STATUS_LABELS) as WaiverStatus[]

export function WaiverBadge({ status }: { status: WaiverStatus }) {
  const label = useWaiverStatus()
  return (
    <Badge variant="light" color={COLORS[status]}>
      {label(status)}
    </Badge>
  )
}

/**
 * Approves or refuses a waiver, for those who may. The dialog stands beside the list, so that what was typed stays when the row
 * leaves it, as when another person decides meanwhile.
 */
export function useDecision() {
  const t = useTexts(gateTexts)
  const [waiver, setWaiver] = useState<Waiver | null>(null)
  return {
    button: (each: Waiver, variant: 'light' | 'subtle' = 'light') =>
      each.abilities.decide && (
        <Button
          variant={variant}
          onClick={() => setWaiver(each)}
          aria-label={`${t('decide')} · ${each.reason}`}
        >
          {t('decide')}
        </Button>
      ),
    dialog: waiver && <DecideDialog waiver={waiver} onClose={() => setWaiver(null)} />,
  }
}
