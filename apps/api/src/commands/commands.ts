import { adminCommand } from '../admin/admin.ts'
import type { Context } from '../context.ts'
import type { Command } from '../infra/control.ts'
import { forgetFormerKeys } from '../infra/db/sealed/key-canary.ts'
import { resealUnderCurrentKey } from '../infra/db/sealed/reseal.ts'
import { recordTask } from '../infra/health/task-records.ts'
import type { Chain } from '../modules/operation-log/chain.ts'
import { verifySignings } from '../modules/agreements/signing/event-chain.ts'
import { authenticateOldFiles } from '../modules/files/old-files.ts'

export type CommandName = 'rotate-keys' | 'verify-log' | 'admin'

export const NEW_ANCHOR = '--new-anchor'

type Foundation = Pick<Context, 'config' | 'db' | 'keys' | 'storage' | 'plainStorage'>

/** Repeats until a full pass finds nothing that is encrypted with another key. */
async function rotateKeys(
  { db, keys, storage }: Foundation,
  chain: Chain,
  say: (line: string) => void,
): Promise<boolean> {
  say(
    `Re-encrypting with key ${keys.keyId}. The service may keep running; an interrupted command may be run again.`,
  )
  for (;;) {
    const { values, unreadable } = await resealUnderCurrentKey(db, keys)
    const files = await authenticateOldFiles({ db, storage })
    say(`${values} values re-encrypted, ${files.files} files of the old format authenticated.`)
    const left = [...unreadable, ...files.unreadable]
    for (const message of left) say(`Not changed: ${message}`)
    if (left.length > 0) return false
    if (values === 0 && files.files === 0) break
  }
  await chain.signAnchor()
  await forgetFormerKeys(db, keys)
  say(
    'Everything is encrypted with the current key. Earlier keys may be removed from the settings of every node.',
  )
  return true
}

/** The commands that an operator runs by `npm run`. */
export const createCommands = (
  foundation: Foundation,
  chain: Chain,
  requeue: () => Promise<number>,
): Readonly<Record<CommandName, Command>> => ({
  admin: adminCommand({ context: foundation, chain, requeue }),
  'rotate-keys': (_args, say) => rotateKeys(foundation, chain, say),
  'verify-log': async (args, say) => {
    const isLogWhole = await (args.includes(NEW_ANCHOR) ? chain.anchorAnew(say) : chain.verify(say))
    const isWhole = (await verifySignings(foundation, say)) && isLogWhole
    await recordTask(foundation.plainStorage, 'verify-log', isWhole)
    return isWhole
  },
})
