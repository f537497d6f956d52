import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { workbookFile, zipFile } from '@consilium/sheets/test/workbook-file.ts'
import { Refusal } from '../refusal.ts'
import { createSheetReader } from './sheet-reader.ts'

const IMPORT_ROWS_MAX = 20_000

const reader = createSheetReader({ threads: 1 })
after(() => reader.close())

const isRefused = (error: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof Refusal, String(thrown))
  assert.equal(thrown.error, error)
  return true
}
const refuses = (bytes: Buffer, error: string) => assert.rejects(reader.read(bytes), isRefused(error))
const rowsOf = (count: number) => workbookFile({ rows: '<row><c><v>1</v></c></row>'.repeat(count) })

describe('sheets, read in a worker', () => {
  it('PER-14: at most 20,000 rows and a header, in either format, and the refusal says how many', async () => {
    assert.equal((await reader.read(await rowsOf(IMPORT_ROWS_MAX + 1))).length, IMPORT_ROWS_MAX + 1)
    for (const bytes of [await rowsOf(IMPORT_ROWS_MAX + 2), Buffer.from('a,b\n'.repeat(IMPORT_ROWS_MAX + 2))])
      await assert.rejects(reader.read(bytes), {
        error: 'SHEET_TOO_MANY_ROWS',
        params: { max: IMPORT_ROWS_MAX },
      })
  })

  it('PER-14: what is no sheet is refused by an error of the catalogue', async () => {
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    await refuses(old, 'SHEET_OLD_FORMAT')
    await refuses(Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]), 'SHEET_ENCRYPTED')
    await refuses(
      await workbookFile({ rows: '', parts: { 'xl/vbaProject.bin': Buffer.from('macro') } }),
      'SHEET_HAS_MACROS',
    )
    await refuses(await workbookFile({ rows: '<a>'.repeat(63) }), 'SHEET_TOO_LARGE')
    await refuses(await zipFile({ 'word/document.xml': '<a/>' }), 'SHEET_NOT_READABLE')
  })

  it('PER-14: a file that takes too long is aborted, and the next one is read', async () => {
    const impatient = createSheetReader({ threads: 1, timeoutMs: 1 })
    const bytes = await rowsOf(1000)
    await assert.rejects(impatient.read(bytes), isRefused('SHEET_TOO_LARGE'))
    await impatient.close()
    assert.equal((await reader.read(bytes)).length, 1000)
  })
})
