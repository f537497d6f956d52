// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { sharedApi } from '../shared-api.ts'

const api = await sharedApi({ after })
const manager = await api.manager()

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const PROJECT = '/business/project'
const EXPORT = '/business/project/export'
const names = (count: number) => Array.from({ length: count }, (_, index) => `field${index}`)
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function post(path: string, body: string, type = JSON_TYPE) {
  const response = await api.raw(path, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
    token: manager.token,
  })
  const text = await response.text()
  if (response.status === 200) return { status: 200, bytes: 0, error: null, fields: [], more: undefined }
  const { error, details = [], moreDetails } = ErrorAnswer.parse(JSON.parse(text))
  const fields = details.map(({ field }) => field)
  return { status: response.status, bytes: Buffer.byteLength(text), error, fields, more: moreDetails }
}

const project = (fields: object) => post(PROJECT, JSON.stringify({ projectName: '项目', ...fields }))
const unknown = (count: number) => project(Object.fromEntries(names(count).map((name) => [name, 1])))
/** So many levels of objects, the body counted. */
const nested = (levels: number) => post(PROJECT, `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('what a body may have', () => {
  it('SEC-32: fifty unknown fields are answered, of more the first fifty and that there are more', async () => {
    const few = await unknown(50)
    assert.deepEqual(
      [few.status, few.error, few.fields.length, few.more],
      [400, 'VALIDATION_FAILED', 50, undefined],
    )
    const many = await unknown(51)
    assert.deepEqual(
      [many.status, many.error, many.fields.length, many.more],
      [400, 'VALIDATION_FAILED', 50, true],
    )
    assert.equal(many.fields[0], 'field0')
  })

  it('SEC-32: of problems of known fields the first fifty are answered as well', async () => {
    const wrong = await project({ execAdminUserIds: names(200) })
    assert.deepEqual([wrong.status, wrong.fields.length, wrong.more], [400, 50, true])
    assert.equal(wrong.fields[0], 'execAdminUserIds.0')
  })

  it('SEC-32: a body has at most 5,000 fields, 10,000 items of lists and 16 levels', async () => {
    const [fields, tooManyFields] = [await unknown(4999), await unknown(5000)]
    assert.deepEqual([fields.error, tooManyFields.error], ['VALIDATION_FAILED', 'BODY_TOO_COMPLEX'])
    const list = async (count: number) => (await project({ surprise: ids(count) })).error
    assert.deepEqual([await list(10_000), await list(10_001)], ['VALIDATION_FAILED', 'BODY_TOO_COMPLEX'])
    const levels = [await nested(16), await nested(17)]
    assert.deepEqual(
      levels.map(({ status, error }) => [status, error]),
      [
        [400, 'VALIDATION_FAILED'],
        [400, 'BODY_TOO_COMPLEX'],
      ],
    )
    const lists = await post(PROJECT, '['.repeat(17) + ']'.repeat(17))
    assert.equal(lists.error, 'BODY_TOO_COMPLEX')
  })

  it('SEC-32: what stands within a text does not count', async () => {
    const description = '{[":,\\"]}'.repeat(200)
    assert.equal((await project({ description })).status, 200)
  })

  it('SEC-32: a list longer than declared is refused by its length alone', async () => {
    const long = await project({ execAdminUserIds: names(201) })
    assert.deepEqual([long.status, long.fields, long.more], [400, ['execAdminUserIds'], undefined])
  })

  it('SEC-32: a text much longer than declared is refused on its field', async () => {
    for (const letter of ['x', '\ufdfa', '\ud83d', ' ']) {
      const long = await project({ description: letter.repeat(150_000) })
      assert.deepEqual([long.status, long.fields], [400, ['description']], letter)
    }
  })

  it('SEC-32: the answer is short, however long the name of a field', async () => {
    const { status, bytes, fields } = await project({ ['x'.repeat(900_000)]: 1 })
    assert.equal(status, 400)
    assert.ok(bytes < 1000, `${bytes} bytes`)
    assert.match(fields[0] ?? '', /^x{200}…$/)
  })

  it('SEC-32: items of a list may come one by one, up to the same number', async () => {
    const oneByOne = (count: number) =>
      project(Object.fromEntries(ids(count).map((id) => [`execAdminUserIds[${id}]`, id])))
    const [most, more] = [await oneByOne(200), await oneByOne(201)]
    assert.deepEqual([most.error, most.fields], ['ORGANIZATION_NOT_ASSIGNABLE', ['execAdminUserIds']])
    assert.deepEqual([more.error, more.fields], ['VALIDATION_FAILED', ['execAdminUserIds']])
  })

  it('SEC-32: a form has at most 1,000 fields and 64 KiB', async () => {
    const form = async (count: number) =>
      (await post(EXPORT, names(count).join('=1&').concat('=1'), FORM_TYPE)).error
    assert.deepEqual([await form(1000), await form(1001)], ['VALIDATION_FAILED', 'BODY_TOO_LARGE'])
    const long = async (bytes: number) =>
      await post(EXPORT, `projectName=${'x'.repeat(bytes - 12)}`, FORM_TYPE)
    assert.equal((await long(64 * 1024)).error, 'VALIDATION_FAILED')
    assert.equal((await long(64 * 1024 + 1)).error, 'BODY_TOO_LARGE')
    assert.equal((await post(EXPORT, 'projectName=', FORM_TYPE)).status, 200)
  })

  it('SEC-32: an upload has at most 20 fields beside its files', async () => {
    const field = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`
    const upload = async (path: string, fields: string) =>
      await post(path, `${fields}--b--\r\n`, 'multipart/form-data; boundary=b')
    const several = (count: number) => names(count).map(field).join('')
    for (const path of ['/common/upload', '/business/meetingInvoice/recognize']) {
      const [few, many] = [await upload(path, several(20)), await upload(path, several(21))]
      assert.ok(['FILE_MISSING', 'VALIDATION_FAILED'].includes(few.error ?? ''), few.error ?? '')
      assert.equal(many.error, 'BODY_TOO_LARGE', path)
    }
  })
})
