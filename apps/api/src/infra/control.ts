import { rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from './log.ts'

/** What an operator's command does; it says lines, and answers whether all is well. */
export type Command = (args: readonly string[], say: (line: string) => void) => Promise<boolean>

interface Asked {
  command: string
  args: string[]
}
type Told = { line: string } | { ok: boolean }

/** In the data folder, which only its owner can open. */
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
 * Hears commands for a process that holds the embedded database, which no other process can open. Without the socket
 * everything but these commands works, so a folder whose name is too long for one is only a warning.
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

/** Has the process that holds the data folder carry out a command. */
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
