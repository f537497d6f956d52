// Engine: postgres
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { after, describe, it } from 'node:test'
import { zip } from '@consilium/archive/test/zip.ts'
import { fileRoutes as routes } from '@consilium/contract/files/files.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { executor, manager, rival } = world

const latin = (text: string) => Buffer.from(text, 'latin1')
const PNG = latin('\x89PNG\r\n\x1a\n')
const fileOf = (bytes: Uint8Array, name = '发票') => new File([new Uint8Array(bytes)], name)
const upload = (user: User) => user.call(routes.upload, { file: fileOf(PNG) })

describe('kinds by their first bytes, member by member', () => {
  const rest = randomBytes(40)
  const KINDS: Readonly<Record<string, readonly Buffer[]>> = {
    jpg: [latin('\xff\xd8\xff\xe0')],
    png: [PNG],
    webp: [latin('RIFF\x10\0\0\0WEBPVP8 ')],
    pdf: [latin('%PDF-1.7')],
    tif: [latin('II*\0'), latin('MM\0*')],
    gif: [latin('GIF87a'), latin('GIF89a')],
    bmp: [latin('BM\x3a\0\0\0\0\0\0\0')],
    heic: ['heic', 'heix', 'hevc', 'mif1', 'msf1'].map((brand) => latin(`\0\0\0\x18ftyp${brand}`)),
    avif: [latin('\0\0\0\x18ftypavif')],
    xml: [latin('<?xml version="1.0"?>'), latin('\xef\xbb\xbf<?xml version="1.0"?>'), latin('<EInvoice>')],
  }
  const SHOWN = ['jpg', 'png', 'webp', 'pdf']
  const others = {
    wave: latin('RIFF\x10\0\0\0WAVEfmt '),
    video: latin('\0\0\0\x18ftypisom'),
    bitmapOfNothing: latin('BM\x3a\0\0\0\x01\0\0\0'),
    html: latin('<html>'),
  }

  const submit = async (files: File[]) => {
    const { meetingId } = await world.meeting()
    return executor.attempt(recognitionRoutes.submit, { body: { meetingId }, files })
  }

  it('COR-24: each kind of scan is taken as an invoice, and anything else is named', async () => {
    const scans = Object.entries(KINDS).flatMap(([kind, marks]) =>
      marks.map((mark, at) => fileOf(Buffer.concat([mark, rest]), `${kind}${at}`)),
    )
    assert.equal(scans.length, 18)
    assert.equal((await submit(scans)).status, 202)
    const archive = zip([{ name: 'a.png', bytes: PNG }])
    assert.equal((await submit([fileOf(archive, 'a.zip')])).status, 202)
    const refused = await submit([
      fileOf(PNG, 'good.png'),
      ...Object.entries(others).map(([name, mark]) => fileOf(Buffer.concat([mark, rest]), name)),
    ])
    assert.equal(refused.status, 415)
    assert.deepEqual(
      refused.error?.details?.map(({ message }) => message),
      Object.keys(others).map((name) => `不支持的文件类型：${name}`),
    )
  })

  it('COR-24: the header of a PDF lies within the first kilobyte', async () => {
    const behind = (bytes: number) => fileOf(Buffer.concat([Buffer.alloc(bytes, ' '), latin('%PDF-'), rest]))
    assert.equal((await submit([behind(1019)])).status, 202)
    assert.equal((await submit([behind(1020)])).status, 415)
  })

  it('COR-24: four kinds are stored for records, and no other scan', async () => {
    for (const [kind, marks] of Object.entries(KINDS))
      for (const mark of marks) {
        const file = fileOf(Buffer.concat([mark, rest]))
        const { status } = await executor.attempt(routes.upload, { file })
        assert.equal(status, SHOWN.includes(kind) ? 200 : 415, kind)
      }
  })
})

describe('whose uploads they are', () => {
  it('COR-24: a record refers to uploads of its author, a manager to those of anyone', async () => {
    const { meetingId } = await world.meeting()
    const add = (user: User, fileId: number) =>
      user.attempt(materialRoutes.meetingMaterial.create, {
        body: { meetingId, materialType: 'photo', title: '照片', attachments: [fileId] },
      })
    const [own, foreign] = [await upload(executor), await upload(rival)]
    assert.deepEqual(refusalOf(await add(executor, foreign.fileId)), {
      status: 400,
      error: 'FILE_UNKNOWN',
      fields: ['attachments'],
    })
    assert.equal((await add(executor, own.fileId)).status, 200)
    assert.equal((await add(manager, foreign.fileId)).status, 200)
  })

  it('COR-24: a document that the service drew is read through its record only, by managers too', async () => {
    const { meetingId } = await world.meeting()
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    await world.sign(expert, attendeeId)
    const { pdf_file_id: fileId } = await api.db
      .selectFrom('labor_agreement')
      .select('pdf_file_id')
      .where('attendee_id', '=', attendeeId)
      .executeTakeFirstOrThrow()
    for (const user of [manager, expert, executor]) {
      const answer = await user.attempt(routes.get, { params: { fileId: fileId! } })
      assert.deepEqual([answer.status, answer.error?.error], [404, 'NOT_FOUND'])
    }
    const pdf = await manager.attempt(agreementRoutes.pdf, { params: { attendeeId } })
    assert.equal(pdf.status, 200)
  })
})

describe('how much at once', () => {
  const BOUNDARY = 'boundary'
  const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`

  /** Begins an upload and keeps it open until it is ended. */
  function begin({ token }: User) {
    const url = new URL('/api' + routes.upload.path, api.baseUrl)
    const open = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    })
    const status = new Promise<number>((resolve, reject) => {
      open.on('error', reject)
      open.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
    })
    open.write(HEAD)
    open.write(PNG)
    return { status, end: () => open.end(`\r\n--${BOUNDARY}--\r\n`) }
  }

  it('COR-24: an account has eight uploads under way, and a ninth is refused', async () => {
    const user = await api.executor()
    const nine = Array.from({ length: 9 }, () => begin(user))
    const first = await Promise.race(nine.map(({ status }) => status))
    assert.equal(first, 429)
    for (const { end } of nine) end()
    const statuses = await Promise.all(nine.map(({ status }) => status))
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [...Array.from({ length: 8 }, () => 200), 429],
    )
  })
})
