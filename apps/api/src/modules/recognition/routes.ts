import { recognitionRoutes as routes } from '@consilium/contract/recognition/invoice-recognition.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Recognition } from './service.ts'

export function bindRecognition(on: Bind, recognition: Recognition): void {
  on(routes.submit, ({ actor, body, uploads }) => recognition.submit(actor, body, uploads))
  on(routes.list, ({ actor, query }) => recognition.list(actor, query))
  on(routes.latest, ({ actor, query }) => recognition.latest(actor, query.meetingId))
  on(routes.get, ({ actor, params, query }) => recognition.get(actor, params.batchId, query.fileNo))
  on(routes.retry, ({ actor, params }) => recognition.retry(actor, params.batchId))
}
