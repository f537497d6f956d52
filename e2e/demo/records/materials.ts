import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Calendar } from '../calendar.ts'
import { forEach } from '../crew.ts'
import { makeDocument } from '../documents.ts'
import { upload } from '../files.ts'
import type { MeetingThere } from '../meetings.ts'
import { drawMeeting, drawSignInSheet } from '../pictures/pictures.ts'
import { planMaterials, type FileKind, type Filed, type PlannedMaterials } from '../plan/plan-materials.ts'
import { readAll, type Platform, type Player } from '../platform.ts'
import { AGENDA } from '../plan/project-words.ts'
import { createRandom, type Random } from '../random.ts'
import type { Report } from '../report.ts'

const KINDS = Object.keys(materialRoutes) as (keyof typeof materialRoutes)[]
type Invoice = PlannedMaterials['meetingInvoice'][number]

const invoiceLines = (invoice: Invoice) => [
  `发票号码 Invoice number: ${invoice.invoiceNumber}`,
  `开票日期 Date of issue: ${invoice.issueDate}`,
  `购买方 Buyer: ${invoice.buyerName}  ${invoice.buyerTaxId}`,
  `销售方 Seller: ${invoice.sellerName}  ${invoice.sellerTaxId}`,
  `金额 Net: ${invoice.amount}    税额 Tax: ${invoice.taxAmount}`,
  `价税合计 Total: ${invoice.totalAmount}`,
]

/** Makes the file and uploads it with the account that refers to it. */
type Filing = (kind: FileKind, player: Player) => Promise<number>

function createFiling(random: Random, { planned, record }: MeetingThere): Filing {
  const title = record.meetingName
  const paper = async (heading: string, lines: readonly string[]) =>
    makeDocument([{ title: `${title} ${heading}`, lines }])
  const agenda = planned.fields.scheduleAgenda?.split('\n') ?? AGENDA
  return async (kind, player) => {
    switch (kind) {
      case 'photo':
        return upload(player, 'photo.png', drawMeeting(random))
      case 'signIn':
        return upload(player, 'sign-in.png', drawSignInSheet(random))
      case 'slides': {
        const slides = agenda.map((line) => ({ title: line.slice('09:00 '.length), lines: [title] }))
        return upload(player, 'slides.pdf', await makeDocument(slides, 'slides'))
      }
      case 'report':
        return upload(
          player,
          'report.pdf',
          await paper('会议纪要', ['会议按议程完成，形成共识三条。', ...agenda]),
        )
      default:
        return upload(player, 'agenda.pdf', await paper('会议日程', agenda))
    }
  }
}

async function fileInvoice(planned: Invoice, meetingId: number, executor: Player): Promise<void> {
  const { files, ...invoice } = planned
  const sheet = { title: '电子发票（样张） Specimen invoice', lines: invoiceLines(planned) }
  const isFiled = files.length > 0
  const file = isFiled ? { fileId: await upload(executor, 'invoice.pdf', await makeDocument([sheet])) } : {}
  await executor.call(materialRoutes.meetingInvoice.create, { body: { ...invoice, ...file, meetingId } })
}

async function attach<T>({ files, ...fields }: Filed<T>, filing: Filing, player: Player) {
  const attachments: number[] = []
  for (const kind of files) attachments.push(await filing(kind, player))
  return { ...fields, attachments }
}

/** The number of records of a kind that each meeting already has. */
type Counts = Record<keyof typeof materialRoutes, Map<number, number>>

async function countPresent(admin: Player): Promise<Counts> {
  const counted = KINDS.map(async (kind) => {
    const records = await readAll<{ meetingId: number }>((query) =>
      admin.call(materialRoutes[kind].list, { query }),
    )
    const counts = new Map<number, number>()
    for (const { meetingId } of records) counts.set(meetingId, (counts.get(meetingId) ?? 0) + 1)
    return [kind, counts] as const
  })
  return Object.fromEntries(await Promise.all(counted)) as Counts
}

async function keep(meeting: MeetingThere, materials: PlannedMaterials, present: Counts, random: Random) {
  const { meetingId } = meeting.record
  const { main, supervisor } = meeting.executor
  const filing = createFiling(random, meeting)
  const rest = <Kind extends keyof PlannedMaterials>(kind: Kind) =>
    materials[kind].slice(present[kind].get(meetingId) ?? 0) as PlannedMaterials[Kind]
  for (const record of rest('meetingExecutor')) {
    const body = { ...(await attach(record, filing, main)), meetingId }
    await main.call(materialRoutes.meetingExecutor.create, { body })
  }
  for (const record of rest('meetingMaterial')) {
    const body = { ...(await attach(record, filing, main)), meetingId }
    await main.call(materialRoutes.meetingMaterial.create, { body })
  }
  for (const invoice of rest('meetingInvoice')) await fileInvoice(invoice, meetingId, main)
  if (!supervisor) return
  for (const record of rest('meetingAuditLog')) {
    const body = { ...(await attach(record, filing, supervisor)), meetingId }
    await supervisor.call(materialRoutes.meetingAuditLog.create, { body })
  }
  for (const record of rest('meetingSupervisor')) {
    const body = { ...(await attach(record, filing, supervisor)), meetingId }
    await supervisor.call(materialRoutes.meetingSupervisor.create, { body })
  }
}

/** Executors create the records of their meetings, supervisors those of their findings. */
export async function fillMaterials(
  { admin }: Platform,
  meetings: readonly MeetingThere[],
  calendar: Calendar,
  { seed, report }: { seed: number; report: Report },
): Promise<void> {
  const described = meetings.map(({ planned, executor }) => ({
    ...planned,
    executorName: executor.planned.orgName,
  }))
  const planned = planMaterials(createRandom(seed), calendar, described)
  const present = await countPresent(admin)
  const total = planned.reduce(
    (sum, kinds) => sum + KINDS.reduce((all, kind) => all + kinds[kind].length, 0),
    0,
  )
  const counting = report.part('records of meetings', total)
  let done = 0
  await forEach(meetings, async (meeting, place) => {
    await keep(meeting, planned[place]!, present, createRandom(seed + place))
    counting.tell((done += KINDS.reduce((all, kind) => all + planned[place]![kind].length, 0)))
  })
  counting.end()
}
