import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, ChannelName, Outgoing } from './channel.ts'

/** A line a message: a code alone, so that a developer copies it, else the whole text. */
const lineOf = ({ to, params, text, texts }: Outgoing): string =>
  `${to} ${(params['code'] ?? texts?.en ?? text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ')}\n`

/** Phones and mail addresses that are refused for good, so that one sees what a refusal looks like; nobody has them. */
const REFUSED = /^109900|@refused\.example$/

/** Development without a provider: messages are written to a file of the data folder. */
export function createFileChannel(name: ChannelName, dataDir: string, file: string): Channel {
  return {
    name,
    provider: 'file',
    rules: {},
    async send(message: Outgoing, signal: AbortSignal) {
      signal.throwIfAborted()
      if (REFUSED.test(message.to)) return { accepted: false, final: true, reason: 'REFUSED_BY_FILE' }
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await appendFile(join(dataDir, file), lineOf(message), { mode: 0o600 })
      return { accepted: true }
    },
  }
}
