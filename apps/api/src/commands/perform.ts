import { createCommands, type CommandName } from './commands.ts'
import type { Config } from '../settings/config.ts'
import { layFoundation } from '../foundation.ts'
import { askHolder } from '../infra/control.ts'
import type { Engine } from '../infra/db/engine/engine.ts'
import { openEngine } from '../infra/db/engine/open-engine.ts'
import { DataFolderInUse } from '../infra/db/engine/lock.ts'
import { createLog } from '../infra/log.ts'
import { requeueOn } from './requeue.ts'
import { createChain } from '../modules/operation-log/chain.ts'

/** Null if a running service has the embedded database open; that service is then asked to run the command. */
async function openUnlessHeld(...[options]: Parameters<typeof openEngine>): Promise<Engine | null> {
  try {
    return await openEngine(options)
  } catch (error) {
    if (error instanceof DataFolderInUse) return null
    throw error
  }
}

export interface CommandRun {
  config: Config
  command: CommandName
  args: string[]
  say: (line: string) => void
  onFatal: (error: Error) => void
}

/** Runs an operator's command beside the service, or by it where it holds the database. False if something is not well. */
export async function performCommand(run: CommandRun): Promise<boolean> {
  const { config, command, args, say, onFatal } = run
  const { databaseUrl, dataDir, timeZone } = config
  const log = createLog({ level: config.logLevel, file: config.logFile })
  const engine = await openUnlessHeld({ databaseUrl, dataDir, timeZone, log, onFatal })
  if (!engine)
    return askHolder(dataDir, { command, args }, say).catch((error: unknown) => {
      throw new Error(
        'The service that holds the data folder does not hear commands: is it still starting?',
        {
          cause: error,
        },
      )
    })
  try {
    const foundation = await layFoundation({ config, log }, engine, async () => {})
    const requeue = () => requeueOn(engine, foundation)
    return await createCommands(foundation, createChain(foundation), requeue)[command](args, say)
  } finally {
    await engine.close()
  }
}
