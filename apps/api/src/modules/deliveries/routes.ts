import { Readable } from 'node:stream'
import { deliveryRoutes as routes } from '@consilium/contract/notices/deliveries.ts'
import { noticeTemplateRoutes } from '@consilium/contract/notices/templates.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Deliveries } from './service.ts'

export function bindDeliveries(on: Bind, deliveries: Deliveries): void {
  on(routes.list, ({ actor, query }) => deliveries.list(actor, query))
  on(routes.unreached, ({ actor, query }) => deliveries.unreached(actor, query.meetingId))
  on(routes.channels, () => deliveries.channelStates())
  on(routes.limits, () => deliveries.limits())
  on(routes.ownLimits, ({ actor }) => deliveries.ownLimits(actor))
  on(routes.setLimit, ({ body }) => deliveries.setLimit(body))
  on(routes.resend, ({ params }) => deliveries.resend(params.deliveryId))
  on(noticeTemplateRoutes.test, ({ actor, body }) => deliveries.test(actor, body))
  on(routes.receipt, async ({ params, body }) => {
    const taken = await deliveries.receipt(params, body)
    return {
      name: 'receipt.txt',
      mediaType: 'text/plain',
      size: null,
      inline: true,
      open: async () => Readable.from([taken]),
    }
  })
}
