import { timingSafeEqual } from 'node:crypto'
import type { Receipt } from '@consilium/contract/notices/deliveries.ts'
import { Refusal } from '../../infra/refusal.ts'
import { noteReports, type Report } from './log-repository.ts'
import type { Scope } from './scope.ts'

/** What Aliyun and Tencent want to read, each in its own field. */
const TAKEN = JSON.stringify({ code: 0, msg: 'OK', result: 0, errmsg: 'OK' })

const REPORTS = {
  webhook: ({ id, delivered, reason }: Receipt) => ({ id, delivered, reason }),
  aliyun: ({ biz_id: id, success: delivered, err_code: reason }: Receipt) => ({ id, delivered, reason }),
  tencent: ({ sid: id, report_status: status, errmsg: reason }: Receipt) => ({
    id,
    delivered: status === undefined ? undefined : status === 'SUCCESS',
    reason,
  }),
} as const

type Provider = keyof typeof REPORTS
const isProvider = (name: string): name is Provider => Object.hasOwn(REPORTS, name)

export const reportOf = (provider: Provider, receipt: Receipt): Report | null => {
  const { id, delivered, reason } = REPORTS[provider](receipt)
  if (id === undefined || delivered === undefined) return null
  return { id, delivered, reason: delivered ? null : (reason ?? null) }
}

const isSame = (given: string, secret: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Takes the reports of a provider. A report of a message that is not known is left out. */
export async function takeReceipts(
  { db, clock, config }: Scope,
  { provider, secret }: { provider: string; secret: string },
  receipts: readonly Receipt[],
): Promise<string> {
  if (config.receiptSecret === null || !isSame(secret, config.receiptSecret) || !isProvider(provider))
    throw new Refusal('NOT_FOUND')
  const reports = receipts.flatMap((receipt) => reportOf(provider, receipt) ?? [])
  if (reports.length > 0) await noteReports(db, reports, clock.wire())
  return TAKEN
}
