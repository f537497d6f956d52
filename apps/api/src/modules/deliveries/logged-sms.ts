import { inTransaction } from '../../infra/db/database.ts'
import { apartFromTransactions } from '../../infra/db/transactions/request-transaction.ts'
import { SmsFailed, type Sms, type SmsMessage } from '../../infra/sms.ts'
import { insertTexted } from './code-log-repository.ts'
import { takeRoom } from './limits.ts'
import type { Scope } from './scope.ts'

const NO_DELIVERY = 0

/** Codes and notices of accounts go out at once, whatever the limits say; they are logged and counted with all others. */
export function loggedSms(scope: Scope, sms: Sms): Sms {
  const { db, clock, log } = scope

  async function note(message: SmsMessage, failure: string | null): Promise<void> {
    const { id: gatewayId, phone } = message
    const isCode = message.kind === 'code'
    const kind = isCode ? 'code' : 'accountSecurity'
    const params: Record<string, string> = isCode ? { purpose: message.purpose } : { event: message.notice }
    const state = failure === null ? 'sent' : 'failed'
    const provider = scope.channels.sms?.provider ?? ''
    await inTransaction(db, async (trx) => {
      const time = clock.wire()
      await insertTexted(trx, { gatewayId, phone, kind, params, state, reason: failure, provider, time })
      if (failure !== null) return
      const counted = {
        deliveryId: NO_DELIVERY,
        orgId: null,
        kind: 'accountSecurity',
        isReminder: false,
      } as const
      await takeRoom(scope, trx, 'sms', [{ ...counted, always: true }])
    })
  }

  /** The answer does not wait for the log, and a failure of the log is no failure of the message. */
  const noteLater = (message: SmsMessage, failure: string | null) =>
    apartFromTransactions(() => void note(message, failure).catch((error: unknown) => log.error(error)))

  return {
    ...sms,
    async deliver(message) {
      try {
        await sms.deliver(message)
      } catch (error) {
        if (error instanceof SmsFailed) noteLater(message, error.message)
        throw error
      }
      if (!(message.kind === 'code' && sms.isFixed(message.phone))) noteLater(message, null)
    },
  }
}
