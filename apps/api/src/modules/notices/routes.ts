import { noticeRoutes as routes } from '@consilium/contract/notices/preferences.ts'
import { noticeTemplateRoutes } from '@consilium/contract/notices/templates.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Notices } from './service.ts'

export function bindNotices(on: Bind, notices: Notices): void {
  on(routes.preferences, ({ actor }) => notices.preferences(actor))
  on(routes.changePreferences, ({ actor, body, language }) =>
    notices.changePreferences(actor, body, language),
  )
  on(noticeTemplateRoutes.list, () => notices.templates())
  on(noticeTemplateRoutes.change, ({ actor, body }) => notices.changeTemplate(actor, body))
  on(routes.openLink, ({ actor, params }) => notices.openLink(actor, params.code))
  on(routes.unsubscribe, ({ params }) => notices.unsubscribe(params.token))
}
