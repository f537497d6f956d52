import assert from 'node:assert/strict'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import { paymentRoutes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import * as law from '../../src/modules/fees/naive-law.test-model.ts'
import { ACCOUNT, type openBatchWorld } from '../batch-world.ts'
import { freshIdNumber } from '../payment-world.ts'
import { fullWidth, type Api, type ExpertUser, type MainAccount, type User } from '../harness.ts'
import { sql } from 'kysely'
import type { FeeOfStep, History, Terms } from './history.ts'

type World = Awaited<ReturnType<typeof openBatchWorld>>
export type Person = FeeOfStep['person']
const FIRST_HOUR = Date.parse('2026-11-01T00:00:00Z')
const HOUR_MS = 3_600_000
const SETTINGS_DAYS = ['2026-11-01', '2026-12-02', '2026-12-03', '2026-12-04']
/** The same account as people type it, with blanks and by a Chinese keyboard. */
const TYPED = [
  ACCOUNT.bankAccount,
  '6222 0202 0001 2345 678',
  fullWidth(ACCOUNT.bankAccount),
  '6222-0202-0001-2345-678',
]
/** Texts that a spreadsheet program might take for formulas. */
const BANKS = [ACCOUNT.bankName, '=1+1', '@SUM(A1)银行', '中国工商银行 "朝阳" 支行,一部']

export const centsOf = (amount: string): bigint => {
  const [, sign, whole = '0', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? assert.fail(amount)
  return BigInt(`${sign}${whole}${decimals.padEnd(2, '0')}`)
}
export const sumOf = (amounts: readonly string[]): string =>
  law.textOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n))

/** A person with the number of the identity document. */
interface Known {
  expert: ExpertUser
  number: string
}

/** A fee of a history, known by its attendee. */
export interface Fee extends FeeOfStep {
  attendeeId: number
}

/** A payer with its two people of finance, its settings, and what the law says of each person that it pays. */
export class Payer {
  readonly user: MainAccount
  readonly finance: readonly [User, User]
  readonly entries: LaborPayment[] = []
  readonly fees = new Map<number, Fee>()
  readonly byHand = new Set<number>()
  readonly #settings: { from: string; terms: Terms }[] = []
  readonly #books: Record<Person, law.Entry[]> = { zhang: [], smith: [] }

  constructor(user: MainAccount, finance: [User, User]) {
    this.user = user
    this.finance = finance
  }

  /** Settings that follow all before; null once there are no days left for more. */
  nextSettings(terms: Terms): { validFrom: string; version: number } | null {
    const version = this.#settings.length
    const validFrom = SETTINGS_DAYS[version]
    if (validFrom === undefined) return null
    this.#settings.push({ from: validFrom, terms })
    return { validFrom, version }
  }

  /** The law's entries of a month that are not reversed, by person. */
  liveIn(person: Person, period: string): law.Paid[] {
    const book = this.#books[person]
    const reversed = new Set(book.filter(({ kind }) => kind === 'reversal').map(({ paid }) => paid.id))
    return book
      .filter(({ kind, paid }) => kind === 'payment' && !reversed.has(paid.id) && paid.day.startsWith(period))
      .map(({ paid }) => paid)
  }

  /** Keeps an entry that is new in the ledger, and compares it with the law. */
  keep(entry: LaborPayment): void {
    const fee = this.fees.get(entry.attendeeId)
    assert.ok(fee, `entry ${entry.entryId} is of a fee of the history`)
    const book = this.#books[fee.person]
    const reversed = book.find(({ paid }) => paid.id === entry.paymentId)
    const paid = entry.kind === 'reversal' ? reversed?.paid : this.#paid(fee, entry)
    assert.ok(paid)
    const expected = law.nextEntry(book, entry.kind, paid)
    book.push(expected)
    this.entries.push(entry)
    const said = {
      payable: entry.payableAmount,
      vat: entry.vatAmount,
      urban: entry.urbanLevy,
      education: entry.educationLevy,
      localEducation: entry.localEducationLevy,
      own: entry.ownLevy,
      incomeTax: entry.incomeTax,
      net: entry.netAmount,
    }
    assert.deepEqual(said, law.inYuan(expected), `entry ${entry.entryId} bears what the law takes`)
  }

  #paid(fee: Fee, entry: LaborPayment): law.Paid {
    const { terms } =
      this.#settings.findLast(({ from }) => from <= entry.paidDate) ?? assert.fail('no settings')
    return {
      id: entry.entryId,
      day: entry.paidDate,
      cents: BigInt(fee.cents),
      form: fee.form,
      county: this.byHand.has(fee.attendeeId) ? entry.county : (terms.county ?? ''),
      isResident: fee.person === 'zhang',
      terms,
      ownRate: null,
      treaty: null,
    }
  }
}

/** Two payers and two people of one history, of which no other history knows. */
export async function openBooks(api: Api, world: World, { terms }: Pick<History, 'terms'>) {
  const { manager } = world
  let hours = 0

  async function openPayer(): Promise<Payer> {
    const user = await world.payer()
    return new Payer(user, await world.financeOf(user))
  }

  async function declare(payer: Payer, declared: Terms): Promise<void> {
    const next = payer.nextSettings(declared)
    if (next === null) return
    const body = { ...declared, ...next, orgId: payer.user.orgId, reason: '更正' }
    await manager.call(taxSettingsRoutes.change, { body })
  }

  async function resident(): Promise<Known> {
    const number = freshIdNumber()
    const expert = await world.payee(number)
    await world.approve(expert, null)
    return { expert, number }
  }

  async function foreigner(): Promise<Known> {
    const expert = await world.payee(null)
    const { version } = await expert.call(expertRoutes.me, {})
    const facts = { nationality: 'FR', sex: 'male', birthDate: '1968-05-20' } as const
    const number = `G${String(expert.userId).padStart(8, '0')}`
    await expert.call(expertRoutes.updateMe, {
      body: { version, idType: 'passport', idCardNo: number, taxResidence: 'nonResident', ...facts },
    })
    await world.approve(expert, null)
    return { expert, number }
  }

  const payers = [await openPayer(), await openPayer()] as const
  for (const [at, payer] of payers.entries()) await declare(payer, terms[at]!)
  const people: Record<Person, Known> = { zhang: await resident(), smith: await foreigner() }

  /** Agrees a fee at a meeting of its own. Without a signature of its own, it stands in its row as a signing leaves it. */
  async function agree(payer: Payer, given: FeeOfStep, isReallySigned: boolean): Promise<Fee> {
    const { expert, number } = people[given.person]
    const at = new Date(FIRST_HOUR + HOUR_MS * hours++).toISOString().slice(0, 19).replace('T', ' ')
    const { meetingId } = await world.meeting({
      execUserId: payer.user.userId,
      scheduleStartTime: at,
      scheduleLocation: '线上',
    })
    const agreed = {
      phone: expert.phone,
      laborFee: law.textOf(BigInt(given.cents)),
      laborForm: given.form,
    }
    const { attendeeId } = await world.attendee(meetingId, agreed, payer.user)
    const fee = { ...given, attendeeId }
    payer.fees.set(attendeeId, fee)
    const typed = {
      bankAccount: TYPED[given.cents % TYPED.length] ?? '',
      bankName: BANKS[given.cents % BANKS.length] ?? '',
    }
    const filled = { attendeeId, ...ACCOUNT, ...typed }
    if (isReallySigned) {
      await expert.call(agreementRoutes.fill, { body: { ...filled, idCardNo: number } })
      await expert.call(agreementRoutes.contract, { body: { attendeeId } })
      await world.requestCode(expert, attendeeId)
      await world.signDrawnUp(expert, attendeeId)
      return fee
    }
    await expert.call(agreementRoutes.fill, { body: filled })
    await sql`update labor_agreement set signature_status = 'signed' where attendee_id = ${attendeeId}`.execute(
      api.db,
    )
    return fee
  }

  /** Reads what the ledger has more than before, in its order, and compares it with the law. */
  async function observe(payer: Payer): Promise<void> {
    const query = { orgId: payer.user.orgId, pageSize: 200, orderByColumn: 'entryId', isAsc: 'asc' } as const
    const { rows } = await payer.user.call(paymentRoutes.list, { query })
    const [known, added] = [rows.slice(0, payer.entries.length), rows.slice(payer.entries.length)]
    for (const [at, row] of known.entries()) payer.entries[at] = row
    for (const row of added) payer.keep(row)
  }

  /** Another fee is agreed for a line that is locked already. */
  async function amend(
    payer: Payer,
    attendeeId: number,
  ): Promise<{ sign: () => Promise<void>; withdraw: () => Promise<void> }> {
    const fee = payer.fees.get(attendeeId) ?? assert.fail('a fee of the history')
    const { version }: Attendee = await payer.user.call(attendeeRoutes.get, { params: { attendeeId } })
    const cents = fee.cents + 12_345
    const change = { attendeeId, version, laborFee: law.textOf(BigInt(cents)), reason: '增加一场点评' }
    await payer.user.call(attendeeRoutes.update, { body: change })
    return {
      sign: async () => {
        await world.signAmendment(people[fee.person].expert, attendeeId)
        payer.fees.set(attendeeId, { ...fee, cents })
      },
      withdraw: async () => {
        await payer.user.call(attendeeRoutes.withdrawAmendment, { params: { attendeeId } })
      },
    }
  }

  return { payers, people, declare, agree, observe, amend }
}

export type Books = Awaited<ReturnType<typeof openBooks>>
