import { messageRoutes as routes } from '@consilium/contract/messages/messages.ts'
import type { Bind } from '../../domain/bind.ts'
import { lastEventId, openEventStream } from '../../infra/http/event-stream.ts'
import type { Messages } from './service.ts'

export function bindMessages(on: Bind, messages: Messages): void {
  on(routes.list, ({ actor, query, language }) => messages.list(actor, query, language))
  on(routes.stream, ({ actor, reply, headers, origin }) =>
    messages.listen(
      actor,
      { network: origin.network, lastEventId: lastEventId(headers['last-event-id']) },
      () => openEventStream(reply),
    ),
  )
  on(routes.readAll, ({ actor }) => messages.readAll(actor))
  on(routes.get, ({ actor, params, language }) => messages.get(actor, params.msgId, language))
  on(routes.markRead, ({ actor, params }) => messages.markRead(actor, params.msgId))
}
