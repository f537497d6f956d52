import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { pdfForCompany } from '@consilium/ocr/synth/pdf-invoices.ts'
import { codePicture } from '@consilium/ocr/test/pictures.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Calendar } from '../calendar.ts'
import { makeDocument } from '../documents.ts'
import type { MeetingThere } from '../meetings.ts'
import { drawMeeting } from '../pictures/pictures.ts'
import type { Player } from '../platform.ts'
import { createRandom } from '../random.ts'
import type { Report } from '../report.ts'

const SEED = 20
const NUMBER_DIGITS = 18
const LOOK_MS = 500
/** Reading takes a second or two; what takes longer is read after the command has ended. */
const PATIENCE_MS = 20_000

const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)

/** What an executor sends of a meeting: invoices, one for somebody else, a code without its page, a slip, a photograph. */
async function papersOf({ executor: { planned } }: MeetingThere, date: string): Promise<File[]> {
  const own = { name: planned.orgName, taxId: planned.creditCode }
  const other = { name: '华东医药咨询有限公司', taxId: '91330106MA2B0X1234' }
  const day = date.replaceAll('-', '')
  const code = `01,32,,26${String(Date.now()).padStart(NUMBER_DIGITS, '1')},1280.00,${day},,FAFB`
  const slip = [
    '发票代码 133012570812',
    '发票号码 20417735',
    `日期 ${date}`,
    '上车 08:12  下车 08:47',
    '里程 12.6 公里',
    '金额 46.00 元',
  ]
  const invoice = (seed: number, buyer: typeof own) =>
    pdfForCompany({
      seed,
      date,
      buyer,
      number: `26${String(Date.now() + seed).padStart(NUMBER_DIGITS, '0')}`,
    })
  return [
    fileOf(await invoice(SEED, own), '会场租赁费.pdf'),
    fileOf(await invoice(SEED + 1, own), '住宿费.pdf'),
    fileOf(await invoice(SEED + 2, other), '用餐费.pdf'),
    fileOf(await codePicture(code), '交通费二维码.png'),
    fileOf(await makeDocument([{ title: '出租汽车专用发票', lines: slip }]), '出租车票.pdf'),
    fileOf(drawMeeting(createRandom(SEED)), '会场照片.png'),
  ]
}

/** Waits for the recognition service; does not if a file waits for another attempt, as it does without a service. */
async function untilRead({ call }: Player, batchId: number): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(LOOK_MS)) {
    const { isFinished, files } = await call(recognitionRoutes.get, { params: { batchId } })
    if (isFinished || files.some(({ attempts, status }) => status === 'waiting' && attempts > 0)) return
  }
}

/** One meeting whose invoices were sent as files: read, doubted, proposed and refused ones. */
export async function fillRecognized(
  meetings: readonly MeetingThere[],
  calendar: Calendar,
  report: Report,
): Promise<void> {
  const meeting = meetings.find(({ planned }) => planned.stage === 'materials')
  if (!meeting) return
  const { main } = meeting.executor
  const { meetingId } = meeting.record
  const { total } = await main.call(recognitionRoutes.list, { query: { meetingId } })
  if (total > 0) return
  const files = await papersOf(meeting, calendar.date(-1))
  const counting = report.part('invoices read', files.length)
  const { batchId } = await main.call(recognitionRoutes.submit, {
    body: { meetingId, earlier: 'keep' },
    files,
  })
  await untilRead(main, batchId)
  counting.end()
}
