import { rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from './log.ts'

/** A command of an operator. It prints lines with `say` and returns true if all is well. */
export type Command = (args: readonly string[], say: (line: string) => void) => Promise<boolean>

interface Asked {
  command: string
  args: string[]
}
type Told = { line: string } | { ok: boolean }

/** The data folder is readable by its owner only, and so is the socket. */
const socketOf = (dataDir: string) => resolve(dataDir, 'control.sock')

const tell = (socket: Socket, told: Told) => socket.write(`${JSON.stringify(told)}\n`)

async function carryOut(
  commands: Readonly<Record<string, Command>>,
  line: string,
  socket: Socket,
): Promise<void> {
  const { command, args } = JSON.parse(line) as Asked
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new Error(`there is no command ${command}`)
  tell(socket, { ok: await run(args, (said) => tell(socket, { line: said })) })
}

/**
 * Listens for commands on behalf of the process that holds the embedded database, since no other process can open it. A
 * socket that cannot be created, such as one with too long a path, only causes a warning.
 */
export function hearCommands(
  dataDir: string,
  commands: Readonly<Record<string, Command>>,
  log: Log,
): () => Promise<void> {
  const path = socketOf(dataDir)
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', (error) => log.warn(error))
    createInterface({ input: socket }).once('line', (line) => {
      void carryOut(commands, line, socket)
        .catch((error: unknown) => {
          log.error(error)
          tell(socket, { line: error instanceof Error ? error.message : String(error) })
          tell(socket, { ok: false })
        })
        .finally(() => socket.end())
    })
  })
  server.on('error', (error) => log.warn(error, 'commands of other processes cannot be heard'))
  server.listen(path)
  server.unref()
  return () => new Promise((closed) => server.close(() => closed()))
}

/** Asks the process that holds the data folder to run a command. */
export async function askHolder(
  dataDir: string,
  { command, args }: Asked,
  say: (line: string) => void,
): Promise<boolean> {
  const socket = createConnection(socketOf(dataDir))
  socket.write(`${JSON.stringify({ command, args })}\n`)
  for await (const line of createInterface({ input: socket })) {
    const told = JSON.parse(line) as Told
    if ('ok' in told) return told.ok
    say(told.line)
  }
  throw new Error('the running service ended before the command was done')
}
