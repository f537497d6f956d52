import type { CallInput } from '@consilium/contract/client.ts'
import { EXPENSE_CATEGORIES } from '@consilium/contract/attendees/expenses.ts'
import type { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Calendar } from '../calendar.ts'
import type { PlannedMeeting } from '../data-set.ts'
import { stageIndex } from './plan-meetings.ts'
import { AUDIT_ITEMS, FINDINGS, SELLERS, TASKS } from './project-words.ts'
import type { Random } from '../random.ts'

type Created<Kind extends keyof typeof materialRoutes> = CallInput<
  (typeof materialRoutes)[Kind]['create']
>['body']
type Fields<Kind extends keyof typeof materialRoutes> = Omit<Created<Kind>, 'meetingId'>

/** The files to make for a record. */
export type FileKind = 'photo' | 'signIn' | 'agenda' | 'slides' | 'report' | 'invoice'
export type Filed<T> = T & { files: FileKind[] }

/** The records of one meeting, in the order in which they are created. */
export interface PlannedMaterials {
  meetingExecutor: Filed<Fields<'meetingExecutor'>>[]
  meetingMaterial: Filed<Fields<'meetingMaterial'>>[]
  meetingInvoice: Filed<Fields<'meetingInvoice'>>[]
  meetingAuditLog: Filed<Fields<'meetingAuditLog'>>[]
  meetingSupervisor: Filed<Fields<'meetingSupervisor'>>[]
}

const MATERIALS = [
  { materialType: 'agenda', title: '会议日程', files: ['agenda'] },
  { materialType: 'slides', title: '讲者幻灯片', files: ['slides'] },
  { materialType: 'signIn', title: '签到表', files: ['signIn'] },
  { materialType: 'photo', title: '现场照片', files: ['photo', 'photo'] },
  { materialType: 'report', title: '会议纪要', files: ['report'] },
] as const
const BEFORE_THE_MEETING = 1

const TAX_ID_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CODE_BEFORE_TAX_ID = '91'
const REGION_DIGITS = 6
const TAX_ID_TAIL = 10

const planTaxId = (random: Random) =>
  CODE_BEFORE_TAX_ID +
  random.digits(REGION_DIGITS) +
  Array.from({ length: TAX_ID_TAIL }, () => random.pick([...TAX_ID_SIGNS])).join('')

/** To each of these the practice verifier, `npm run verifier`, gives another answer; below 80 every invoice is valid. */
export const ENDINGS = ['80', '81', '82', '83', '84', '85', '86', '89'] as const
const VALID_ENDINGS = 80
/** Of a small data set the first invoices have every answer; of a large one some of each meeting do. */
const REMARKABLE = 4

function endingAt(random: Random, place: number): string {
  if (place < ENDINGS.length) return ENDINGS[place]!
  if (place % REMARKABLE === 0) return ENDINGS[(place / REMARKABLE) % ENDINGS.length]!
  return String(random.int(0, VALID_ENDINGS - 1)).padStart(2, '0')
}

/** Fully digital invoices have a number of 20 digits; older kinds have a code, a number and a check code. */
function planNumbers(random: Random, place: number) {
  const ending = endingAt(random, place)
  const invoiceType = random.pick(['32', '32', '31', '10', '04', '01'] as const)
  if (invoiceType === '31' || invoiceType === '32')
    return { invoiceType, invoiceNumber: `26${random.digits(16)}${ending}` }
  const checkCode = invoiceType === '01' ? null : random.digits(20)
  const invoiceNumber = `${random.digits(6)}${ending}`
  return { invoiceType, invoiceCode: `0${random.digits(11)}`, invoiceNumber, checkCode }
}

const CENTS = 100
const TAX_RATES = [1, 3, 6, 9]

/** Net and tax add up to the total to the cent. */
function planAmounts(random: Random) {
  const net = random.int(200, 30_000) * CENTS + random.int(0, CENTS - 1)
  const tax = Math.round((net * random.pick(TAX_RATES)) / CENTS)
  const yuan = (cents: number) => (cents / CENTS).toFixed(2)
  return { amount: yuan(net), taxAmount: yuan(tax), totalAmount: yuan(net + tax) }
}

interface Place {
  day: number
  buyerName: string
  /** How many invoices there are before this one. */
  place: number
}

function planInvoice(random: Random, calendar: Calendar, { day, buyerName, place }: Place) {
  return {
    ...planNumbers(random, place),
    ...planAmounts(random),
    issueDate: calendar.date(Math.min(0, day + random.int(-3, 10))),
    buyerName,
    buyerTaxId: planTaxId(random),
    sellerName: random.pick(SELLERS),
    sellerTaxId: planTaxId(random),
    expenseCategory: random.pick(CATEGORIES),
    remark: random.chance(0.3) ? '会议场租及餐饮' : null,
    files: random.chance(0.35) ? (['invoice'] as FileKind[]) : [],
  }
}

/** Of what a meeting costs beside fees. */
const CATEGORIES = EXPENSE_CATEGORIES.filter((category) => category !== 'labor')
const DUPLICATED = 0.05

/** Submits a few invoices a second time for another meeting. */
function createInvoicePlanner(random: Random, calendar: Calendar) {
  const earlier: PlannedMaterials['meetingInvoice'] = []
  return (day: number, buyerName: string): PlannedMaterials['meetingInvoice'][number] => {
    if (earlier.length > 0 && random.chance(DUPLICATED)) return { ...random.pick(earlier), remark: null }
    const invoice = planInvoice(random, calendar, { day, buyerName, place: earlier.length })
    earlier.push(invoice)
    return invoice
  }
}

const MODES = ['onSite', 'online', 'spotCheck'] as const

function planSupervision(random: Random, calendar: Calendar, day: number) {
  const finding = random.pick(FINDINGS)
  const supervisionTime = calendar.time(day, '10:30')
  return { ...finding, supervisorName: '周敏', supervisionTime, supervisionMode: random.pick(MODES) }
}

/** The records that fit each meeting's stage. Meetings that are not scheduled have none. */
export function planMaterials(
  random: Random,
  calendar: Calendar,
  meetings: readonly (PlannedMeeting & { executorName: string })[],
): PlannedMaterials[] {
  const invoiceFor = createInvoicePlanner(random, calendar)
  return meetings.map(({ stage, day, executorName }): PlannedMaterials => {
    const isPrepared = stageIndex(stage) >= stageIndex('scheduled')
    const isHeld = stageIndex(stage) >= stageIndex('materials')
    const workTime = calendar.time(day - 1, '14:00')
    const tasks = isPrepared ? random.sample(TASKS, random.int(1, TASKS.length)) : []
    const materials = isHeld ? MATERIALS : MATERIALS.slice(0, isPrepared ? BEFORE_THE_MEETING : 0)
    const invoices = isHeld ? random.int(2, 6) : 0
    const audited = isHeld ? random.sample(AUDIT_ITEMS, random.int(1, AUDIT_ITEMS.length)) : []
    return {
      meetingExecutor: tasks.map((task) => ({ ...task, personName: '周敏', workTime, files: [] })),
      meetingMaterial: materials.map((material) => ({ ...material, files: [...material.files] })),
      meetingInvoice: Array.from({ length: invoices }, () => invoiceFor(day, executorName)),
      meetingAuditLog: audited.map((item) => ({
        ...item,
        auditTime: calendar.time(day, '16:00'),
        files: [],
      })),
      meetingSupervisor: isHeld ? [{ ...planSupervision(random, calendar, day), files: ['photo'] }] : [],
    }
  })
}
