import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { reminderRoutes } from '@consilium/contract/notices/reminder-rules.ts'
import { noticeTemplateRoutes } from '@consilium/contract/notices/templates.ts'
import { loadMasterKeys } from '../../src/infra/keys/master-key.ts'
import { createKeys } from '../../src/infra/keys/keys.ts'
import { unsubscribeAddress } from '../../src/modules/notices/unsubscribing.ts'
import { TEST_MASTER_KEY, type Api, type User } from '../harness.ts'

/** Of the service under test, for the reports of providers. */
export const RECEIPT_SECRET = 'a-secret-of-receipts'

/** What a person wants to be told, and mails of one kind by the address in them. */
export async function preferences(api: Api): Promise<void> {
  const leader = await api.leader()
  const kind = 'planAudit' as const
  await leader.call(noticeRoutes.changePreferences, {
    body: { quietFrom: '22:00', kinds: [{ kind, mode: 'now', sms: false, mail: true }] },
  })
  const keys = createKeys(loadMasterKeys({ current: TEST_MASTER_KEY, previous: [] }, api.dataDir))
  const config = { baseUrl: '' } as Parameters<typeof unsubscribeAddress>[0]['config']
  const address = unsubscribeAddress({ config, keys }, { userId: leader.userId, kind })
  const token = decodeURIComponent(address.split('/').at(-1) ?? '')
  await api.anonymous.call(noticeRoutes.unsubscribe, { params: { token } })
}

/** Limits, reports of a provider, and sending again. */
export async function deliveries(api: Api, admin: User): Promise<void> {
  await admin.call(deliveryRoutes.setLimit, {
    body: { orgId: null, channel: 'mail', perDay: 1000, perMonth: 10_000 },
  })
  await api.anonymous.call(deliveryRoutes.receipt, {
    params: { provider: 'aliyun', secret: RECEIPT_SECRET },
    body: [{ biz_id: '900619746936498440^0', success: true }],
  })
  const { deliveryId } = await api.db
    .insertInto('delivery')
    .values({
      kind: 'digest',
      user_id: admin.userId,
      channel: 'sms',
      state: 'failed',
      params: '{}',
      create_time: '2026-01-01 00:00:00',
    })
    .returning('delivery_id as deliveryId')
    .executeTakeFirstOrThrow()
  await admin.call(deliveryRoutes.resend, { params: { deliveryId } })
  await admin.call(reminderRoutes.createRule, {
    body: {
      kind: 'review',
      validFrom: '2099-01-01',
      isOn: true,
      firstAfter: 2,
      everyHours: null,
      atMost: 1,
    },
  })
}

/** A short text of the operator's own, sent to whoever wrote it. */
export async function templates(api: Api): Promise<void> {
  const operator = await api.secondAdmin()
  await operator.call(noticeTemplateRoutes.change, {
    body: { kind: 'planAudit', version: 1, zh: '方案有结果', en: 'A plan was reviewed' },
  })
  await operator.call(noticeTemplateRoutes.test, { body: { kind: 'planAudit', channel: 'sms' } })
}
