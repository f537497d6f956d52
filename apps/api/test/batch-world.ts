import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { bankBranchRoutes, type BankBranchImport } from '@consilium/contract/bank-branches/bank-branches.ts'
import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { batchRoutes, type PaymentBatch, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { sql } from 'kysely'
import type { Clock } from '../src/infra/clock.ts'
import { shownFor } from './money/authenticator.ts'
import type { Api, ExpertUser, MainAccount, User } from './harness.ts'
import { freshIdNumber, openPaymentWorld } from './payment-world.ts'

export const ACCOUNT = {
  bankName: '中国建设银行杭州西湖支行',
  bankAccount: '6222020200012345678',
  bankRegion: '浙江省 杭州市',
}
const POLL_MS = 60
const POLLS = 2000

/** Sets up an authenticator app, which counts as proven for some minutes. */
export async function withSecondFactor<Someone extends User>(
  user: Someone,
  clock: Clock,
): Promise<Someone & { secret: string }> {
  await user.call(secondFactorRoutes.confirm, { body: { password: user.password } })
  const { secret } = await user.call(secondFactorRoutes.beginTotp, {})
  const code = codeOf({ secret }, clock)
  await user.call(secondFactorRoutes.confirmTotp, { body: { code } })
  return Object.assign(user, { secret })
}

/** What the authenticator app of a user shows. */
export const codeOf = ({ secret }: { secret: string }, clock: Clock): string => shownFor(secret, clock.now())

/** The import of a directory once it has ended. */
export async function importedBranches(user: User, importId: number): Promise<BankBranchImport> {
  for (let poll = 0; poll < POLLS; poll++) {
    const found = await user.call(bankBranchRoutes.importProgress, { params: { importId } })
    if (found.state === 'done') return found
    await delay(POLL_MS)
  }
  throw assert.fail(`import ${importId} has not ended`)
}

/** Imports a directory of clearing codes. */
export const importBranches = async (user: User, file: File): Promise<BankBranchImport> =>
  importedBranches(user, (await user.call(bankBranchRoutes.import, { file })).importId)

interface Answered {
  /** What the bank says of a line besides that it arrived. */
  change?: (line: PaymentBatchLine) => Partial<Record<'reference' | 'amount' | 'result', string>>
  encode?: (text: string) => Uint8Array
}

/** What a bank answers to a batch. */
export function answerOf(
  batchId: number,
  lines: readonly PaymentBatchLine[],
  { change = () => ({}), encode = (text) => Buffer.from(text) }: Answered = {},
): File {
  const rows = lines
    .filter(({ reference }) => reference !== null)
    .map((line) => {
      const { reference, amount, result } = change(line)
      return `${reference ?? line.reference},${ACCOUNT.bankAccount},${line.name},"${amount ?? line.netAmount}",${result ?? '交易成功'}`
    })
  const text = ['批次查询结果', '业务参考号,收款账号,收款户名,金额,处理状态', ...rows, '合计,,,,'].join(
    '\r\n',
  )
  return new File([Buffer.from(encode(text))], `回单-${batchId}.csv`)
}

/** A payment world whose executor has two people of finance, who lock and release. */
export async function openBatchWorld(api: Api, clock: Clock) {
  const world = await openPaymentWorld(api)

  /** Two people of a payer, and the account that it pays from. */
  async function financeOf(
    payer: MainAccount,
  ): Promise<[User & { secret: string }, User & { secret: string }]> {
    const first = await withSecondFactor(await api.person(payer, 'finance'), clock)
    const second = await withSecondFactor(await api.person(payer, 'finance'), clock)
    await first.call(bankFileRoutes.changeAccount, {
      body: {
        accountName: '仁和会议服务有限公司',
        bankName: '中国工商银行北京海淀支行',
        bankAccount: '02000012345678901',
      },
    })
    return [first, second]
  }
  const [locker, releaser] = await financeOf(world.executor)

  /** An audited expert who is a person of its own. */
  async function person(): Promise<ExpertUser> {
    const expert = await api.expert()
    const body = { version: expert.version, idCardNo: freshIdNumber() }
    const { version } = await expert.call(expertRoutes.updateMe, { body })
    await world.audit({ ...expert, version })
    return expert
  }

  /** A fee that nothing keeps from being paid. */
  async function payable(
    expert: ExpertUser,
    laborFee: string,
    given: Parameters<typeof world.agreed>[2] & { account?: Partial<typeof ACCOUNT> } = {},
  ): Promise<Attendee> {
    const { account, ...rest } = given
    const attendee = await world.agreed(expert, laborFee, { ...rest, isSigned: false })
    const { attendeeId } = attendee
    await world.schedule(attendeeId)
    await expert.call(agreementRoutes.fill, { body: { attendeeId, ...ACCOUNT, ...account } })
    await sql`update labor_agreement set signature_status = 'signed' where attendee_id = ${attendeeId}`.execute(
      api.db,
    )
    return attendee
  }

  /** The batch once nothing works on it any more. */
  async function settled(user: User, batchId: number): Promise<PaymentBatch> {
    for (let poll = 0; poll < POLLS; poll++) {
      const batch = await user.call(batchRoutes.get, { params: { batchId } })
      if (batch.work === null) return batch
      await delay(POLL_MS)
    }
    throw assert.fail(`batch ${batchId} is still worked on`)
  }

  const draft = (attendees: readonly Pick<Attendee, 'attendeeId'>[], user: User = locker) =>
    user.call(batchRoutes.create, {
      body: { title: '11月劳务费', attendeeIds: attendees.map(({ attendeeId }) => attendeeId) },
    })

  async function lock(batchId: number, preset = 'general', user: User = locker): Promise<PaymentBatch> {
    await user.call(batchRoutes.lock, { body: { batchId, preset } })
    return settled(user, batchId)
  }

  async function release(batchId: number, user: User = releaser): Promise<PaymentBatch> {
    await user.call(batchRoutes.release, { body: { batchId } })
    return settled(user, batchId)
  }

  const linesOf = async (batchId: number, user: User = locker) => {
    const { rows } = await user.call(batchRoutes.lines, {
      query: { batchId, pageSize: 200, orderByColumn: 'lineId', isAsc: 'asc' },
    })
    return rows
  }

  return { ...world, locker, releaser, financeOf, person, payable, settled, draft, lock, release, linesOf }
}
