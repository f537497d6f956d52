import type { Context } from '../context.ts'
import type { Command } from '../infra/control.ts'
import { endSessions, removeFactors, resetAdmin } from '../modules/accounts/operator.ts'
import type { Chain } from '../modules/operation-log/chain.ts'
import { recordByOperator } from '../modules/operation-log/by-operator.ts'
import { passwordLine } from '../commands/initial-password.ts'
import { checkIntegrity } from './check.ts'

const USAGE = `usage: npm run admin -- reset-admin            a new password for the account admin
                      reset-factors USER      removes the second factors of an account
                      end-sessions USER       logs an account out everywhere
                      requeue                 queues waiting invoices whose job was lost
                      check                   compares files, ledger, amounts and the operation log`

export interface AdminWork {
  context: Pick<Context, 'config' | 'db' | 'plainStorage'>
  chain: Chain
  /** Queues files that wait for recognition and have no job. Returns how many. */
  requeue(): Promise<number>
}

type Say = (line: string) => void
type Action = (work: AdminWork, userName: string, say: Say) => Promise<boolean>

async function record({ context, chain }: AdminWork, operation: string, target: string): Promise<void> {
  await recordByOperator(context.db, operation, target)
  chain.wake()
}

const ACTIONS: Readonly<Record<string, { takesUser: boolean; run: Action }>> = {
  'reset-admin': {
    takesUser: false,
    async run(work, _user, say) {
      const { userId, userName, password } = await resetAdmin(work.context.db)
      await record(work, 'operator.resetAdmin', `userId=${userId}`)
      say(passwordLine(work.context.config, userName, password))
      say('It must be changed at the next login.')
      return true
    },
  },
  'reset-factors': {
    takesUser: true,
    async run(work, userName, say) {
      const userId = await removeFactors(work.context.db, userName)
      await record(work, 'operator.resetFactors', `userId=${userId}`)
      say(`${userName} has no second factor any more and is logged out.`)
      return true
    },
  },
  'end-sessions': {
    takesUser: true,
    async run(work, userName, say) {
      const userId = await endSessions(work.context.db, userName)
      await record(work, 'operator.endSessions', `userId=${userId}`)
      say(`${userName} is logged out everywhere.`)
      return true
    },
  },
  requeue: {
    takesUser: false,
    async run(work, _user, say) {
      say(`${await work.requeue()} invoices queued again.`)
      return true
    },
  },
  check: {
    takesUser: false,
    run: ({ context, chain }, _user, say) => checkIntegrity(context, chain, say),
  },
}

/** Commands for an operator who cannot, or can no longer, use the back office. */
export const adminCommand =
  (work: AdminWork): Command =>
  async ([name = '', ...rest], say) => {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
    if (!action || rest.length !== (action.takesUser ? 1 : 0)) {
      say(USAGE)
      return false
    }
    return action.run(work, rest[0] ?? '', say)
  }
