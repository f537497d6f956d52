import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own Python, which has Debian's openpyxl. */
const PYTHON = '/usr/bin/python3'
const SCRIPT = fileURLToPath(new URL('independent-reader.py', import.meta.url))

type Format = { format: 'xlsx' } | { format: 'csv'; encoding: 'utf-8' | 'utf-8-sig' | 'gbk' }

/** Reads and writes tables without any code of the product. */
export function openReader() {
  const python = spawn(PYTHON, ['-X', 'utf8', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]()
  let turn: Promise<unknown> = Promise.resolve()

  const ask = (request: object): Promise<unknown> => {
    const answered = turn.then(async () => {
      python.stdin.write(`${JSON.stringify(request)}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error('the independent reader has ended')
      return JSON.parse(value) as unknown
    })
    turn = answered.catch(() => undefined)
    return answered
  }

  const rowsOf = async (bytes: Uint8Array, format: Format) =>
    (await ask({ do: 'read', bytes: Buffer.from(bytes).toString('base64'), ...format })) as string[][]

  return {
    rowsOf,

    /** A table as records by the title of their column. */
    async recordsOf(bytes: Uint8Array, format: Format): Promise<Record<string, string>[]> {
      const [titles = [], ...rows] = await rowsOf(bytes, format)
      return rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])))
    },

    /** A file of the rows; those that are hidden are so in a workbook, counted from 1. */
    async fileOf(rows: readonly (readonly string[])[], format: Format, hidden: readonly number[] = []) {
      const written = await ask({ do: 'write', rows, hidden, ...format })
      return Buffer.from(String(written), 'base64')
    },

    async close(): Promise<void> {
      python.stdin.end()
      if (python.exitCode === null) await once(python, 'exit')
    },
  }
}

export type Reader = ReturnType<typeof openReader>
