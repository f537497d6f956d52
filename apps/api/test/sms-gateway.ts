import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const LOOK_MS = 20

export interface Texted {
  id: string
  kind: string
  phone: string
  text?: Record<string, string>
  code?: string
}

/** A gateway of text messages, as docs/sms-webhook.md describes it; it may hang or refuse. */
export async function startSmsGateway() {
  const received: Texted[] = []
  let status: number | null = 200
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Texted)
      const answer = () => void response.writeHead(status ?? 200).end()
      if (status === null) held.push(answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    to: (phone: string) => received.filter((message) => message.phone === phone),
    /** Answers with this status from now on; null: with nothing. */
    answers(next: number | null): void {
      status = next
      if (next !== null) for (const answer of held.splice(0)) answer()
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** Waits until something holds. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
): Promise<T> {
  const patience = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > patience) throw new Error(`in vain: ${what}`)
    await delay(LOOK_MS)
  }
}
