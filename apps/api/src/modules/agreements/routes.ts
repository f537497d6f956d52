import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { redactedAgreementRoutes } from '@consilium/contract/agreements/redacted-agreements.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import type { Person } from '../../domain/actor.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Agreements } from './service.ts'
import { printableAgent, type SigningOrigin } from './signing/signing-event.ts'

const originOf = (actor: Person, address: string, userAgent: string | undefined): SigningOrigin => ({
  address,
  userAgent: printableAgent(userAgent),
  sessionId: actor.sessionId,
})

export function bindAgreements(on: Bind, agreements: Agreements): void {
  const { templates } = agreements
  on(routes.listTemplates, ({ actor, query }) => templates.list(actor, query))
  on(routes.listPlaceholders, () => templates.placeholders())
  on(routes.previewTemplate, ({ body }) => templates.preview(body.content))
  on(routes.getTemplate, ({ actor, params }) => templates.find(actor, params.templateId))
  on(routes.templateOfMeeting, ({ actor, params }) => templates.ofMeeting(actor, params.meetingId))
  on(routes.createTemplate, ({ actor, body }) => templates.create(actor, body))
  on(routes.updateTemplate, ({ actor, body }) => templates.update(actor, body))
  on(routes.removeTemplates, ({ actor, params }) => templates.remove(actor, params.templateId))

  on(routes.get, ({ actor, params }) => agreements.find(actor, params.attendeeId))
  on(routes.fill, ({ actor, body }) => agreements.fill(actor, body))
  on(routes.contract, ({ actor, body }) => agreements.drawUp(actor, body.attendeeId))
  on(routes.signCode, ({ actor, body }) => agreements.sendCode(actor, body.attendeeId))
  on(routes.sign, ({ actor, body, ip, headers }) =>
    agreements.sign(actor, body, originOf(actor, ip, headers['user-agent'])),
  )
  on(sealRoutes.seal, ({ actor, body, ip, headers }) =>
    agreements.seal(actor, body.attendeeIds, originOf(actor, ip, headers['user-agent'])),
  )
  on(routes.decline, ({ actor, body }) => agreements.decline(actor, body))
  on(routes.pdf, ({ actor, params }) => agreements.openDocument(actor, params.attendeeId))
  on(laborFeeRoutes.explain, ({ actor, params, language }) =>
    agreements.explainFee(actor, params.attendeeId, language),
  )

  on(redactedAgreementRoutes.get, ({ actor, params }) => agreements.findRedacted(actor, params.attendeeId))
  on(redactedAgreementRoutes.pdf, ({ actor, params }) => agreements.openRedacted(actor, params.attendeeId))

  const signed = signedAgreementRoutes
  on(signed.history, ({ actor, params }) => agreements.listHistory(actor, params.attendeeId))
  on(signed.historyPdf, ({ actor, params }) =>
    agreements.openSuperseded(actor, params.attendeeId, params.historyId),
  )
  on(signed.verify, ({ params }) => agreements.verify(params.code))
  on(signed.verifyFile, ({ params, body }) => agreements.verifyFile(params.code, body.documentHash))
}
