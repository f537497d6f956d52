import type { Portfolio, PortfolioChange } from '@consilium/contract/accounts/portfolios.ts'
import { accountEvents } from '@consilium/contract/events/accounts.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import * as repository from './portfolio-repository.ts'
import type { Scope } from './scope.ts'

async function requireManager(db: Db, userId: number): Promise<repository.PortfolioOwner> {
  const owner = await repository.findOwner(db, userId)
  if (!owner) throw new Refusal('NOT_FOUND')
  if (owner.roleType !== 'manager') throw new Refusal('PORTFOLIO_OF_MANAGERS')
  return owner
}

async function findPortfolio({ db }: Scope, userId: number): Promise<Portfolio> {
  const { version } = await requireManager(db, userId)
  return { userId, version, sponsors: await repository.sponsorsOf(db, userId) }
}

/** Every request reads its caller with the portfolio, so that the new one holds from the next request on. */
async function changePortfolio(
  { db, eventLog, accounts }: Scope,
  actor: Actor,
  { userId, version, sponsorAdminUserIds }: PortfolioChange,
): Promise<void> {
  const wanted = [...new Set(sponsorAdminUserIds)]
  await inTransaction(db, async (trx) => {
    await requireManager(trx, userId)
    if (!(await accounts.touch(trx, userId, version))) throw new Refusal('STALE_RECORD')
    const sponsors = await repository.lockSponsors(trx, wanted)
    if (sponsors.length < wanted.length) throw refuseField('NOT_FOUND', 'sponsorAdminUserIds')
    await repository.replaceSponsors(trx, userId, sponsors)
    await eventLog.record(trx, accountEvents.portfolioChanged, {
      recordId: userId,
      actorId: actor.userId,
      fields: {},
    })
  })
}

/** The use cases of portfolios, as the service of organizations offers them. */
export const portfolioUseCases = (scope: Scope) => ({
  portfolioOf: (userId: number): Promise<Portfolio> => findPortfolio(scope, userId),

  async changePortfolio(actor: Actor, body: PortfolioChange): Promise<Portfolio> {
    await changePortfolio(scope, actor, body)
    return findPortfolio(scope, body.userId)
  },
})
