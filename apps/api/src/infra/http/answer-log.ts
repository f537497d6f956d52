import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

const LEFT = 'the client left before the end of its answer'

/** True if an answer could not be given since its client closed the connection, which is its right. */
export const hasLeft = (error: Error & { code?: string }, { raw }: FastifyReply): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed && !raw.writableFinished

export function logLeft({ log }: FastifyRequest): void {
  log.info(LEFT)
}

/** The framework's own lines about requests are off, among them those about answers that broke off. */
export class AnswerLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (hasLeft(error, reply)) logLeft(request)
    else request.log.error({ err: error }, 'an answer broke off')
  }
}
