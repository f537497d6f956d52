import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** What a process has in memory, in bytes, as the kernel counts it: with what V8 has not collected yet. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** How many files, sockets and pipes a process has open. */
export const openHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Flag of Node for a process whose memory `openInspector` measures. */
export const INSPECTED = '--inspect=127.0.0.1:0'
const INSPECTOR_ADDRESS = /Debugger listening on (ws:\S+)/
const HELD = 'const { heapUsed, external } = process.memoryUsage(); heapUsed + external'

/** Looks into a process that was started with `INSPECTED`; `output` is what it printed until it was ready. */
export async function openInspector(output: string) {
  const address = INSPECTOR_ADDRESS.exec(output)?.[1]
  if (!address) throw new Error(`no inspector: ${output}`)
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let calls = 0

  async function call(method: string, params: object = {}): Promise<unknown> {
    const id = ++calls
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const listen = ({ data }: MessageEvent) => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
      if (answer.id !== id) return
      socket.removeEventListener('message', listen)
      resolve(answer.result)
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method, params }))
    return promise
  }

  return {
    /** The bytes of objects and buffers that are in use, after all garbage is collected. */
    async heldBytes(): Promise<number> {
      await call('HeapProfiler.collectGarbage')
      const { result } = (await call('Runtime.evaluate', { expression: `{ ${HELD} }` })) as {
        result: { value: number }
      }
      return result.value
    },
    close: () => socket.close(),
  }
}
