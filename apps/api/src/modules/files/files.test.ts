// Engine: postgres
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { zip } from '@consilium/archive/test/zip.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes as routes } from '@consilium/contract/files/files.ts'
import { SESSION_COOKIE } from '@consilium/contract/login/session.ts'
import { startApi, type User } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'

const FILE_NAME_MAX = 200
const UPLOAD_MAX_BYTES = 20 * 1024 * 1024
const LINK_MINUTES = 10
const LINK_STEP_MINUTES = 5
const PERSONAL_LINK_SECONDS = 90
const PERSONAL_LINK_STEP_SECONDS = 30

const MINUTE_MS = 60_000
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const expert = await api.expert()
const stranger = await api.expert()
const manager = await api.manager()

const beginning = (bytes: number[], length = 100) => Buffer.concat([Buffer.from(bytes), randomBytes(length)])
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const BYTES = {
  'image/png': beginning(PNG),
  'image/jpeg': beginning([0xff, 0xd8, 0xff, 0xe0]),
  'image/webp': Buffer.concat([Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 '), randomBytes(50)]),
  'application/pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50)]),
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'
const OFFICE = {
  docx: `${OPEN_XML}.wordprocessingml.document`,
  xlsx: `${OPEN_XML}.spreadsheetml.sheet`,
  pptx: `${OPEN_XML}.presentationml.presentation`,
}
const contentTypes = (...types: string[]) =>
  `<Types>${types.map((type) => `<Override ContentType="${type}.main+xml"/>`).join('')}</Types>`
const office = (...types: string[]) =>
  zip([{ name: '[Content_Types].xml', bytes: Buffer.from(contentTypes(...types)) }])

const fileOf = (bytes: Uint8Array, name = '证件照.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })
const upload = (user: User, bytes: Uint8Array, name?: string) =>
  user.call(routes.upload, { file: fileOf(bytes, name) })

/** Requests a signed address without a session, as a link in a browser does. */
const follow = (url: string, init: RequestInit = {}) => fetch(new URL(url, api.baseUrl), init)
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

describe('uploading', () => {
  it('is for users who are logged in', async () => {
    const { status } = await api.anonymous.attempt(routes.upload, { file: fileOf(BYTES['image/png']) })
    assert.equal(status, 401)
  })

  it('stores the four types of files, detected by content and not by the client’s Content-Type', async () => {
    for (const [mediaType, bytes] of Object.entries(BYTES)) {
      const data = await expert.call(routes.upload, { file: fileOf(bytes, 'a.txt', 'text/html') })
      const name = `a.${data.fileName.split('.').at(-1)}`
      assert.deepEqual([data.mediaType, data.size, data.originalFilename], [mediaType, bytes.length, name])
      assert.ok(data.fileName.startsWith(String(data.fileId)))
    }
  })

  it('SVC-7: stores Office documents, detected by the types of their parts, and sends them as downloads only', async () => {
    for (const [extension, mediaType] of Object.entries(OFFICE)) {
      const data = await expert.call(routes.upload, { file: fileOf(office(mediaType), 'a.zip') })
      assert.deepEqual([data.mediaType, data.fileName], [mediaType, `${data.fileId}.${extension}`])
      const answered = await follow(data.url)
      assert.equal(answered.headers.get('content-type'), mediaType)
      assert.ok(answered.headers.get('content-disposition')?.startsWith('attachment'))
    }
  })

  it('SVC-7: refuses other archives, documents with macros, damaged ones and a ZIP behind something else', async () => {
    const { docx } = OFFICE
    const lying = office(docx)
    lying.fill(0xff, lying.length - 22)
    const others = [
      zip([{ name: 'a.html', bytes: Buffer.from('<html>') }]),
      zip([{ name: 'docs/[Content_Types].xml', bytes: Buffer.from(contentTypes(docx)) }]),
      zip([{ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }]),
      office(docx, 'application/vnd.ms-office.vbaProject'),
      office('application/vnd.ms-word.document.macroEnabled'),
      office(docx).subarray(0, 60),
      Buffer.concat([Buffer.from('<html>'), office(docx)]),
      lying,
    ]
    for (const [index, bytes] of others.entries()) {
      const { status, error } = await expert.attempt(routes.upload, { file: fileOf(bytes, 'a.docx') })
      assert.deepEqual([status, error?.error], [415, 'FILE_TYPE_REFUSED'], String(index))
    }
  })

  it('refuses any other type, whatever the file name, naming the field', async () => {
    const others = [
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt '),
      Buffer.from(PNG.slice(0, 7)),
      Buffer.from('MZ\x90'),
      Buffer.alloc(0),
    ]
    for (const bytes of others) {
      const { status, error } = await expert.attempt(routes.upload, { file: fileOf(bytes) })
      assert.equal(status, 415)
      assert.equal(error?.error, 'FILE_TYPE_REFUSED')
      assert.equal(error?.details?.[0]?.field, 'file')
    }
  })

  it('refuses a body without the file', async () => {
    const form = new FormData()
    form.append('document', fileOf(BYTES['image/png']))
    const wrongField = await api.raw(routes.upload.path, { method: 'POST', token: expert.token, body: form })
    assert.equal(await errorOf(wrongField), 'FILE_MISSING')
  })

  it('SEC-28: accepts a file of the maximum size, and refuses one that is a byte larger', async () => {
    const largest = beginning(PNG, UPLOAD_MAX_BYTES - PNG.length)
    assert.equal((await expert.call(routes.upload, { file: fileOf(largest) })).size, UPLOAD_MAX_BYTES)
    for (const excess of [1, 100]) {
      const bytes = Buffer.concat([largest, Buffer.alloc(excess)])
      const { status, error } = await expert.attempt(routes.upload, { file: fileOf(bytes) })
      assert.deepEqual([status, error?.error], [413, 'BODY_TOO_LARGE'])
    }
  })

  it('SEC-23: gives a name the extension of the true type, and removes invisible marks', async () => {
    const named = async (name: string) => (await upload(expert, BYTES['image/jpeg'], name)).originalFilename
    for (const [given, kept] of [
      ['x.html', 'x.jpg'],
      ['scan.JPEG', 'scan.JPEG'],
      ['v1.2', 'v1.2.jpg'],
      ['.htaccess', 'file.jpg'],
      ['a\u061cb\u200b\ufeff\u2067c\u2028.jpg', 'abc.jpg'],
      ['a\u0085\u0007.jpg', 'a.jpg'],
    ])
      assert.equal(await named(given!), kept)
  })

  it('SEC-23: keeps names, without folders and invisible characters, and shortens long ones', async () => {
    const named = async (name: string) => (await upload(expert, BYTES['image/png'], name)).originalFilename
    assert.equal(await named('张喆 身份证（正面）.png'), '张喆 身份证（正面）.png')
    assert.equal(await named('../../etc/passwd.png'), 'passwd.png')
    assert.equal(await named('C:\\scans\\card.png'), 'card.png')
    assert.equal(await named('invoice\u202Egnp.exe'), 'invoicegnp.png')
    const long = await named(`${'长'.repeat(FILE_NAME_MAX)}.png`)
    assert.equal(long, `${'长'.repeat(FILE_NAME_MAX - 4)}.png`)
  })

  it('stores no row if the bytes could not be written', async () => {
    const rows = () => api.db.selectFrom('stored_file').select('file_id').execute()
    const before = await rows()
    const folder = join(api.dataDir, 'files')
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, '')
    try {
      const { status } = await expert.attempt(routes.upload, { file: fileOf(BYTES['image/png']) })
      assert.equal(status, 503)
      assert.equal((await rows()).length, before.length)
    } finally {
      rmSync(folder)
      renameSync(`${folder}.away`, folder)
    }
    assert.equal((await expert.attempt(routes.upload, { file: fileOf(BYTES['image/png']) })).status, 200)
  })
})

describe('reading without a signed address', () => {
  it('returns a file to its uploader and to managers; anyone else gets 404', async () => {
    const { fileId } = await upload(expert, BYTES['image/png'])
    const read = (user: Pick<User, 'attempt'>) => user.attempt(routes.get, { params: { fileId } })
    for (const reader of [expert, manager, await api.admin()])
      assert.deepEqual(Buffer.from((await read(reader)).data.bytes), BYTES['image/png'])
    for (const reader of [stranger, await api.sponsor(), await api.leader(), api.anonymous]) {
      const { status, error } = await read(reader)
      assert.deepEqual([status, error?.error], [404, 'NOT_FOUND'])
    }
  })

  it('returns 404 for a missing file, and 400 for an invalid id', async () => {
    assert.equal(
      (await manager.attempt(routes.get, { params: { fileId: 8_999_999_999_999_999 } })).status,
      404,
    )
    const response = await api.raw('/common/file/abc', { token: manager.token })
    assert.equal(response.status, 400)
    const { details } = (await response.json()) as { details: { field: string }[] }
    assert.equal(details[0]?.field, 'fileId')
  })
})

describe('signed addresses', () => {
  it('let anyone read that one file, inline or as a download', async () => {
    const { url, fileId } = await upload(expert, BYTES['application/pdf'], '张喆的协议.pdf')
    assert.match(url, new RegExp(`^/api/common/file/${fileId}\\?expires=\\d+&signature=[\\w-]{43}$`))
    const shown = await follow(url)
    assert.equal(shown.status, 200)
    assert.equal(shown.headers.get('content-type'), 'application/pdf')
    const disposition = shown.headers.get('content-disposition') ?? ''
    assert.ok(disposition.startsWith('inline'))
    assert.ok(disposition.includes(encodeURIComponent('张喆的协议.pdf')))
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), BYTES['application/pdf'])
    const saved = await follow(`${url}&download=true`)
    assert.ok(saved.headers.get('content-disposition')?.startsWith('attachment'))
  })

  it('serve byte ranges', async () => {
    const bytes = BYTES['image/png']
    const { url } = await upload(expert, bytes)
    const range = async (value: string) => {
      const response = await follow(url, { headers: { range: `bytes=${value}` } })
      const body = Buffer.from(await response.arrayBuffer())
      return { status: response.status, span: response.headers.get('content-range'), body }
    }
    const size = bytes.length
    assert.deepEqual(await range('2-5'), {
      status: 206,
      span: `bytes 2-5/${size}`,
      body: bytes.subarray(2, 6),
    })
    assert.deepEqual((await range('-10')).body, bytes.subarray(-10))
    assert.deepEqual((await range('100-')).body, bytes.subarray(100))
    const outside = await range('5000-6000')
    assert.deepEqual([outside.status, outside.span], [416, `bytes */${size}`])
  })

  it('work only unchanged: not with another id, a later expiry, a changed or a missing signature', async () => {
    const { url, fileId } = await upload(expert, BYTES['image/png'])
    const other = await upload(stranger, BYTES['image/png'])
    const expires = Number(new URL(url, api.baseUrl).searchParams.get('expires'))
    const forged = [
      url.replace(String(fileId), String(other.fileId)),
      url.replace(String(expires), String(expires + 60)),
      url.replace(/signature=../, 'signature=AA'),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d+&/, ''),
      `${url}A`,
    ]
    for (const address of forged) {
      const response = await follow(address)
      assert.deepEqual([response.status, await errorOf(response)], [403, 'LINK_EXPIRED'], address)
    }
    const asUploader = await follow(forged[2]!, { headers: { authorization: `Bearer ${expert.token}` } })
    assert.equal(asUploader.status, 403, 'a wrong signature is refused whoever comes with it')
  })

  it('work for at least ten minutes and not for much longer', async () => {
    const { url } = await upload(expert, BYTES['image/png'])
    clock.advance((LINK_MINUTES - 1) * MINUTE_MS)
    assert.equal((await follow(url)).status, 200)
    clock.advance((LINK_STEP_MINUTES + 2) * MINUTE_MS)
    assert.equal(await errorOf(await follow(url)), 'LINK_EXPIRED')
  })
})

describe('addresses of files with personal data', () => {
  const card = beginning(PNG, 200_000)

  /** A new expert with a picture of the identity card, and the address that its manager reads. */
  async function withCard() {
    const owner = await api.expert()
    const uploaded = await upload(owner, card)
    const me = await owner.call(expertRoutes.me, {})
    const body = { version: me.version, idCardAttachments: String(uploaded.fileId) }
    const data = await owner.call(expertRoutes.updateMe, { body })
    const addressFor = async (user: User) => {
      const shown = await user.call(expertRoutes.get, { params: { expertId: owner.expertId } })
      return shown.idCardAttachmentUrls[0] ?? ''
    }
    return { owner, uploaded, own: data.idCardAttachmentUrls[0] ?? '', addressFor }
  }
  const as = (user: User, headers: Record<string, string> = {}) => ({
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  })

  it('SEC-13: work only in the session they were made for, whole and in ranges', async () => {
    const { owner, own, addressFor } = await withCard()
    assert.deepEqual(Buffer.from(await (await follow(own, as(owner))).arrayBuffer()), card)
    const cookie = { headers: { cookie: `${SESSION_COOKIE.http}=${owner.token}` } }
    assert.equal((await follow(own, cookie)).status, 200, 'as a page shows it')
    const part = await follow(own, as(owner, { range: 'bytes=100000-100009' }))
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), card.subarray(100_000, 100_010))
    const saved = await follow(`${own}&download=true`, as(owner))
    assert.ok(saved.headers.get('content-disposition')?.startsWith('attachment'))

    assert.equal((await follow(own)).status, 401)
    const otherSession = await api.login(owner.userName, owner.password)
    for (const user of [stranger, manager, otherSession]) {
      const refused = await follow(own, as(user))
      assert.deepEqual([refused.status, await errorOf(refused)], [403, 'LINK_EXPIRED'])
    }
    assert.equal((await follow(await addressFor(manager), as(manager))).status, 200)
  })

  it('SEC-13: work for at most two minutes', async () => {
    const { owner, own } = await withCard()
    clock.advance(PERSONAL_LINK_SECONDS * 1000 - 5000)
    assert.equal((await follow(own, as(owner))).status, 200)
    clock.advance(PERSONAL_LINK_STEP_SECONDS * 1000 + 6000)
    assert.equal(await errorOf(await follow(own, as(owner))), 'LINK_EXPIRED')
  })

  it('SEC-13: are the only addresses once a record refers to the file', async () => {
    const { owner, uploaded, own } = await withCard()
    assert.equal(await errorOf(await follow(uploaded.url)), 'LINK_EXPIRED')
    for (const user of [owner, manager]) {
      const { error } = await user.attempt(routes.get, { params: { fileId: uploaded.fileId } })
      assert.equal(error?.error, 'LINK_EXPIRED', 'not without a line in the log either')
    }
    const plain = own.replace('personalFile', 'file')
    assert.equal(await errorOf(await follow(plain, as(owner))), 'LINK_EXPIRED')
  })

  it('SEC-13: each access is in the operation log, including refused ones', async () => {
    const { owner, own, uploaded } = await withCard()
    await follow(own, as(owner))
    await follow(own, as(stranger))
    const admin = await api.admin()
    const { rows } = await admin.call(operationLogRoutes.list, { query: { operation: 'file.getPersonal' } })
    const opened = rows
      .filter(({ target }) => target === `fileId=${uploaded.fileId}`)
      .map(({ userId, httpStatus }) => `${userId} ${httpStatus}`)
    assert.deepEqual(new Set(opened), new Set([`${owner.userId} 200`, `${stranger.userId} 403`]))
  })
})

describe('bytes on the disk', () => {
  const content = beginning(PNG, 300_000)
  const pathOf = async (fileId: number) => {
    const rows = api.db.selectFrom('stored_file').select('storage_key').where('file_id', '=', fileId)
    return join(api.dataDir, 'files', (await rows.executeTakeFirstOrThrow()).storage_key)
  }
  /** The result of requesting a file: its bytes, a dropped connection, or the status of a refusal. */
  const fetched = async (url: string): Promise<Buffer | 'cut' | number> => {
    const response = await follow(url)
    if (response.status !== 200) return response.status
    return response
      .arrayBuffer()
      .then((bytes) => Buffer.from(bytes))
      .catch(() => 'cut')
  }

  it('SEC-11: are never served if they were changed, truncated or swapped', async () => {
    const file = await upload(expert, content)
    const other = await upload(expert, beginning(PNG, 300_000))
    const path = await pathOf(file.fileId)
    const sealed = readFileSync(path)
    const flipped = (place: number) => {
      const bytes = Buffer.from(sealed)
      bytes[place] = (bytes[place] ?? 0) ^ 0x10
      return bytes
    }
    const attacks: [string, Buffer, 'cut' | number][] = [
      ['flipped at the beginning', flipped(50), 500],
      ['flipped in the middle', flipped(150_000), 'cut'],
      ['flipped at the end', flipped(sealed.length - 1), 'cut'],
      ['cut', sealed.subarray(0, 200_000), 'cut'],
      ['exchanged', readFileSync(await pathOf(other.fileId)), 500],
    ]
    for (const [name, bytes, expected] of attacks) {
      writeFileSync(path, bytes)
      assert.equal(await fetched(file.url), expected, name)
    }
    writeFileSync(path, flipped(150_000))
    const untouched = await follow(file.url, { headers: { range: 'bytes=10-99' } })
    assert.deepEqual(Buffer.from(await untouched.arrayBuffer()), content.subarray(10, 100))
    writeFileSync(path, sealed)
    assert.deepEqual(await fetched(file.url), content)
  })
})

describe('what a file may be used for', () => {
  it('EXP-2: an identity-card attachment is a picture or a PDF, not an office document', async () => {
    const profile = await expert.call(expertRoutes.me, {})
    const put = async (file: File) => {
      const data = await expert.call(routes.upload, { file })
      const body = { version: profile.version, idCardAttachments: String(data.fileId) }
      return expert.attempt(expertRoutes.updateMe, { body })
    }
    const refused = await put(fileOf(office(OFFICE.docx), '身份证.docx'))
    assert.deepEqual([refused.status, refused.error?.details?.[0]?.field], [415, 'idCardAttachments'])
    assert.equal((await put(fileOf(BYTES['application/pdf'], '身份证.pdf'))).status, 200)
  })
})
