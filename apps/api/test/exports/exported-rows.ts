import assert from 'node:assert/strict'
import type { Client } from '@consilium/contract/client.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { z } from 'zod'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'

/** A route that returns a list as a file. */
export type ExportRoute = Route & { answer: { kind: 'file'; mediaType: string }; body: z.ZodType }

/** An exported file as a list of records by column title. */
export async function exportedRows(user: Client, route: ExportRoute, body: object = {}) {
  const reply = await user.attempt(route, { body })
  if (reply.error) assert.fail(`${reply.error.error} ${JSON.stringify(reply.error.details)}`)
  return sheetRows(Buffer.from(reply.data.bytes))
}

/** The first sheet of a workbook as a list of records by column title. */
export async function sheetRows(workbook: Buffer): Promise<Record<string, string | null>[]> {
  const [header, ...rows] = await readSheetText(workbook)
  const titles = header?.cells ?? []
  return rows.map(({ cells }) =>
    Object.fromEntries(titles.map((title, index) => [title ?? '', cells[index] ?? null])),
  )
}
