// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallInput } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { recognitionRoutes as routes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { archiveOf, fileOf, invoicePicture, startOcrServer, type Printed } from '../../../test/ocr-server.ts'

const PATIENCE_MS = 20_000
const invoiceRoutes = materialRoutes.meetingInvoice

const ocr = await startOcrServer()
const api = await startApi({ env: { OCR_URL: ocr.url } })
after(async () => {
  await api.close()
  await ocr.close()
})
const world = await openWorld(api)
const { executor, rival, manager, sponsor, project } = world

let numbers = 26_427_000_000
const freshNumber = () => `${numbers++}000000000`
type Given = Omit<CallInput<typeof invoiceRoutes.create>['body'], 'meetingId'>
const enter = ({ meetingId }: Pick<Meeting, 'meetingId'>, body: Given): Promise<MeetingInvoice> =>
  manager.call(invoiceRoutes.create, { body: { meetingId, ...body } })
const shown = ({ recordId }: Pick<MeetingInvoice, 'recordId'>, user = manager): Promise<MeetingInvoice> =>
  user.call(invoiceRoutes.get, { params: { recordId } })
const change = async ({ recordId }: MeetingInvoice, body: Given): Promise<MeetingInvoice> => {
  const { version } = await shown({ recordId })
  return await manager.call(invoiceRoutes.update, { body: { recordId, version, ...body } })
}
const upload = async (bytes: Buffer): Promise<number> =>
  (await manager.call(fileRoutes.upload, { file: fileOf(bytes) })).fileId

async function recognize({ meetingId }: Meeting, ...files: File[]): Promise<MeetingInvoice[]> {
  const data = await manager.call(routes.submit, { body: { meetingId }, files })
  const deadline = Date.now() + PATIENCE_MS
  const read = () => manager.call(routes.get, { params: data })
  let batch = await read()
  for (; !batch.isFinished; batch = await read()) {
    if (Date.now() > deadline) assert.fail(`the batch stays as it is: ${JSON.stringify(batch)}`)
    await delay(30)
  }
  assert.equal(batch.failed, 0, JSON.stringify(batch))
  const query = { meetingId, source: 'recognized', isAsc: 'asc', pageSize: 200 } as const
  return (await manager.call(invoiceRoutes.list, { query })).rows
}

describe('the ledger of invoices', () => {
  it('OCR-9: both records of an invoice used twice are marked with its first use', async () => {
    const [here, there] = [await world.meeting(), await world.meeting()]
    const invoiceNumber = freshNumber()
    const byHand = await enter(here, { invoiceNumber })
    assert.equal(byHand.duplicateOf, null)
    const [second] = await recognize(there, fileOf(invoicePicture({ invoice_number: invoiceNumber })))
    const first = {
      uses: 2,
      recordId: byHand.recordId,
      meetingId: here.meetingId,
      meetingName: here.meetingName,
      createTime: byHand.createTime,
    }
    assert.deepEqual(second?.duplicateOf, { isFirst: false, ...first })
    assert.deepEqual((await shown(byHand)).duplicateOf, { isFirst: true, ...first })
  })

  it('OCR-9: code and number identify an invoice; a number of twenty digits does so alone', async () => {
    const meeting = await world.meeting()
    const marked = async (a: Given, b: Given) => {
      await enter(meeting, a)
      return (await enter(meeting, b)).duplicateOf !== null
    }
    const number = '80100798'
    assert.equal(
      await marked(
        { invoiceCode: '011001605111', invoiceNumber: number },
        { invoiceCode: '011001605112', invoiceNumber: number },
      ),
      false,
    )
    assert.equal(
      await marked(
        { invoiceCode: '011001605113', invoiceNumber: number },
        { invoiceCode: '011001605113', invoiceNumber: number },
      ),
      true,
    )
    const long = freshNumber()
    assert.equal(
      await marked({ invoiceNumber: long }, { invoiceCode: '011001605111', invoiceNumber: long }),
      true,
    )
    assert.equal(await marked({ remark: '无号码' }, { remark: '无号码' }), false)
  })

  it('OCR-9: the same file marks, whoever uploads it and whatever number is entered with it', async () => {
    const [here, there] = [await world.meeting(), await world.meeting()]
    const bytes = invoicePicture({ invoice_number: freshNumber() })
    const [read] = await recognize(here, fileOf(bytes))
    const again = await enter(there, { fileId: await upload(bytes), invoiceNumber: freshNumber() })
    assert.equal(again.duplicateOf?.recordId, read?.recordId)
  })

  it('OCR-9: several invoices of one uploaded file are distinguished by their numbers', async () => {
    const meeting = await world.meeting()
    const fileId = await upload(invoicePicture({ check_code: freshNumber() }))
    const first = await enter(meeting, { fileId, invoiceNumber: freshNumber() })
    assert.equal((await enter(meeting, { fileId, invoiceNumber: freshNumber() })).duplicateOf, null)
    assert.equal((await enter(meeting, { fileId })).duplicateOf?.recordId, first.recordId)
  })

  it('OCR-9: a mark disappears when the other record is corrected, deleted or submitted again', async () => {
    const meetings = [await world.meeting(), await world.meeting(), await world.meeting()] as const
    const invoiceNumber = freshNumber()
    const kept = await enter(meetings[0], { invoiceNumber })
    const corrected = await enter(meetings[1], { invoiceNumber })
    const [read] = await recognize(meetings[2], fileOf(invoicePicture({ invoice_number: invoiceNumber })))
    const uses = async () => (await shown(kept)).duplicateOf?.uses ?? 1
    assert.equal(await uses(), 3)
    await change(corrected, { invoiceNumber: freshNumber() })
    assert.equal(await uses(), 2)
    await recognize(meetings[2], fileOf(invoicePicture({ invoice_number: freshNumber() })))
    assert.equal(await uses(), 1)
    await change(corrected, { invoiceNumber })
    assert.equal(await uses(), 2)
    await manager.call(invoiceRoutes.remove, { params: { recordId: String(corrected.recordId) } })
    assert.equal((await shown(kept)).duplicateOf, null)
    assert.ok(read)
  })

  it('OCR-9: callers who cannot reach the other meeting see only that, and since when, the invoice is used', async () => {
    const mine = await world.meeting()
    const other = await world.meeting({ execUserId: rival.userId })
    const invoiceNumber = freshNumber()
    const first = await enter(other, { invoiceNumber })
    const second = await enter(mine, { invoiceNumber })
    const hidden = { recordId: null, meetingId: null, meetingName: null }
    assert.deepEqual((await shown(second, executor)).duplicateOf, {
      isFirst: false,
      uses: 2,
      createTime: first.createTime,
      ...hidden,
    })
    assert.equal((await shown(second, sponsor)).duplicateOf?.meetingId, other.meetingId)
    const seen = (await shown(first, rival)).duplicateOf
    assert.deepEqual([seen?.isFirst, seen?.meetingId], [true, other.meetingId])
  })

  it('OCR-9: the list is filtered by whether invoices are used more than once', async () => {
    const meeting = await world.meeting()
    const invoiceNumber = freshNumber()
    const twice = [await enter(meeting, { invoiceNumber }), await enter(meeting, { invoiceNumber })]
    const once = await enter(meeting, { invoiceNumber: freshNumber() })
    const found = async (duplicated: 'true' | 'false') => {
      const query = { meetingId: meeting.meetingId, duplicated, isAsc: 'asc' } as const
      return (await manager.call(invoiceRoutes.list, { query })).rows.map(({ recordId }) => recordId)
    }
    assert.deepEqual(
      await found('true'),
      twice.map(({ recordId }) => recordId),
    )
    assert.deepEqual(await found('false'), [once.recordId])
  })

  it('OCR-9: concurrent batches with the same invoices are all marked, with one first use per invoice', async () => {
    const meetings = await Promise.all(Array.from({ length: 4 }, () => world.meeting()))
    const pictures = Array.from({ length: 3 }, () => invoicePicture({ invoice_number: freshNumber() }))
    const records = (
      await Promise.all(
        meetings.map((meeting) => recognize(meeting, ...pictures.map((bytes) => fileOf(bytes)))),
      )
    ).flat()
    const marks = await Promise.all(records.map(async (record) => (await shown(record)).duplicateOf))
    assert.deepEqual(new Set(marks.map((mark) => mark?.uses)), new Set([meetings.length]))
    assert.equal(marks.filter((mark) => mark?.isFirst).length, pictures.length)
    assert.equal(new Set(marks.map((mark) => mark?.recordId)).size, pictures.length)
  })

  it('OCR-9: the same invoice twice in one archive is marked too', async () => {
    const bytes = invoicePicture({ invoice_number: freshNumber() })
    const records = await recognize(
      await world.meeting(),
      fileOf(archiveOf({ 'a.png': bytes, 'b.png': bytes }), 'a.zip'),
    )
    assert.deepEqual(
      records.map(({ duplicateOf }) => duplicateOf?.isFirst),
      [true, false],
    )
  })
})

describe('who is invoiced', () => {
  it("SVC-11: the buyer is compared with the executor's and the sponsors' organizations, however it is printed", async () => {
    const meeting = await world.meeting()
    const matches = async (buyerName: string | null) => (await enter(meeting, { buyerName })).buyerMatches
    assert.equal(await matches(null), null)
    assert.equal(await matches(executor.orgName), true)
    assert.equal(await matches(sponsor.orgName), true)
    assert.equal(await matches(rival.orgName), false)
    assert.equal(await matches([...executor.orgName].join(' ')), true)
    const named = await api.executor({ orgName: '仁和（北京）会务ABC' })
    const execAdminUserIds = [executor.userId, rival.userId, named.userId]
    await manager.call(projectRoutes.assignExecutors, { params: project, body: { execAdminUserIds } })
    const theirs = await world.meeting({ execUserId: named.userId })
    const matchesThem = async (buyerName: string) => (await enter(theirs, { buyerName })).buyerMatches
    assert.equal(await matchesThem('仁和(北京) 会务ＡＢＣ'), true)
    assert.equal(await matchesThem('仁和（上海）会务ABC'), false)
  })
})

describe('SEC-30: an invoice number in another form', () => {
  const isDuplicate = async (first: Given, second: Given) => {
    const one = await enter(await world.meeting(), first)
    await enter(await world.meeting(), second)
    return (await shown(one)).duplicateOf !== null
  }
  let number = 80_200_000
  const code = '011001605111'

  it('is the same invoice: leading zeros, spaces, full-width digits, with and without its code', async () => {
    const forms: ((invoiceNumber: string) => Given)[] = [
      (of) => ({ invoiceNumber: `0${of}` }),
      (of) => ({ invoiceNumber: `00${of}`, invoiceCode: code }),
      (of) => ({ invoiceNumber: `${of.slice(0, 4)} ${of.slice(4)}`, invoiceCode: ` ${code}` }),
      (of) => ({ invoiceNumber: of.replace(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit))) }),
      (of) => ({ invoiceNumber: of, invoiceCode: code.slice(1) }),
    ]
    for (const form of forms) {
      const of = String(number++)
      const given = form(of)
      const refused = await manager.attempt(invoiceRoutes.create, {
        body: { meetingId: (await world.meeting()).meetingId, ...given },
      })
      // Forms that the contract refuses do not bypass the check either.
      if (refused.status === 400) continue
      const again = await enter(await world.meeting(), { invoiceNumber: of, invoiceCode: code })
      assert.notEqual((await shown(again)).duplicateOf, null, JSON.stringify(given))
    }
    const digital = freshNumber()
    assert.equal(
      await isDuplicate({ invoiceNumber: digital }, { invoiceNumber: digital, invoiceCode: code }),
      true,
    )
  })

  it('is another invoice under another code', async () => {
    const invoiceNumber = String(number++)
    const other = { invoiceNumber, invoiceCode: '011001605112' }
    assert.equal(await isDuplicate({ invoiceNumber, invoiceCode: code }, other), false)
  })

  it('is found when both forms are entered at once', async () => {
    const invoiceNumber = String(number++)
    const meetings = await Promise.all(Array.from({ length: 10 }, () => world.meeting()))
    const records = await Promise.all(
      meetings.map((meeting, at) => enter(meeting, { invoiceNumber: '0'.repeat(at % 3) + invoiceNumber })),
    )
    for (const record of records) assert.notEqual((await shown(record)).duplicateOf, null)
  })
})

describe('recognized values', () => {
  const content: Printed = {
    invoice_type: '10',
    invoice_code: '011001605111',
    invoice_number: '80100799',
    issue_date: '2016-10-18',
    check_code: '85342965681116380258',
    buyer_name: '仁和医药有限公司',
    amount: '64.9',
    tax_amount: '3.89',
    total_amount: '68.79',
  }

  it('SVC-11: remain beside a corrected field, with confidence, source and checks', async () => {
    const [read] = await recognize(await world.meeting(), fileOf(invoicePicture(content)))
    assert.deepEqual([read?.amount, read?.correctedFields], ['64.90', []])
    assert.deepEqual([read?.recognized?.fields.amount, read?.recognized?.fields.sellerName], ['64.9', null])
    assert.deepEqual(
      [
        read?.recognized?.confidence.amount,
        read?.recognized?.source.amount,
        read?.recognized?.source.sellerName,
      ],
      [0.98, 'qr', null],
    )
    assert.equal(read?.recognized?.checks.amountsAddUp, true)
    const corrected = await change(read, { totalAmount: '68.80', sellerName: '会议酒店', remark: '已核对' })
    assert.deepEqual(corrected.correctedFields, ['sellerName', 'totalAmount'])
    assert.deepEqual([corrected.recognized, corrected.source], [read?.recognized, 'recognized'])
    assert.deepEqual((await change(corrected, { totalAmount: '68.79', sellerName: '' })).correctedFields, [])
  })

  it('HSE-12 SVC-11: each of the twelve fields reaches the field of its own name', async () => {
    const printed = {
      ...content,
      invoice_number: freshNumber(),
      buyer_tax_id: '91350100M000100Y43',
      seller_name: '会议酒店',
      seller_tax_id: '91110105MA01ABCD0F',
    }
    const [read] = await recognize(await world.meeting(), fileOf(invoicePicture(printed)))
    const expected = {
      invoiceType: printed.invoice_type,
      invoiceCode: printed.invoice_code,
      invoiceNumber: printed.invoice_number,
      issueDate: printed.issue_date,
      checkCode: printed.check_code,
      buyerName: printed.buyer_name,
      buyerTaxId: printed.buyer_tax_id,
      sellerName: printed.seller_name,
      sellerTaxId: printed.seller_tax_id,
      amount: printed.amount,
      taxAmount: printed.tax_amount,
      totalAmount: printed.total_amount,
    }
    assert.deepEqual(read?.recognized?.fields, expected)
    assert.deepEqual({ ...read, ...expected, amount: '64.90' }, read)
  })

  it('SVC-11: a value that a record cannot hold is omitted from it and kept as read', async () => {
    const odd = {
      ...content,
      invoice_type: '99',
      invoice_number: freshNumber(),
      amount: '12,3',
      issue_date: '2016-13-40',
    }
    const [read] = await recognize(await world.meeting(), fileOf(invoicePicture(odd)))
    assert.deepEqual([read?.invoiceType, read?.amount, read?.issueDate], ['other', null, null])
    const { fields } = read!.recognized!
    assert.deepEqual([fields.invoiceType, fields.amount, fields.issueDate], ['99', '12,3', '2016-13-40'])
    assert.deepEqual(read?.correctedFields, [])
  })

  it('SVC-11: an invoice whose QR code ends with NUL still becomes a record', async () => {
    const nul = { ...content, invoice_number: freshNumber(), seller_name: '会议酒店\0' }
    const [read] = await recognize(await world.meeting(), fileOf(invoicePicture(nul)))
    assert.deepEqual([read?.sellerName, read?.recognized?.fields.sellerName], ['会议酒店', '会议酒店'])
  })

  it('SVC-11: a deleted meeting takes its submissions and ledger along', async () => {
    const meeting = await world.meeting()
    const invoiceNumber = freshNumber()
    await recognize(meeting, fileOf(invoicePicture({ invoice_number: invoiceNumber })))
    const other = await enter(await world.meeting(), { invoiceNumber })
    assert.equal((await shown(other)).duplicateOf?.meetingId, meeting.meetingId)
    const { status } = await manager.attempt(meetingRoutes.remove, {
      params: { meetingId: String(meeting.meetingId) },
    })
    assert.equal(status, 200)
    assert.equal((await shown(other)).duplicateOf, null)
  })
})
