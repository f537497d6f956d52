import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { creditCodeOf, INITIAL_PASSWORD } from '../plan/plan-people.ts'
import { type Platform, type Player } from '../platform.ts'

const CLOSED = [
  {
    orgName: '启明会展服务有限公司',
    userName: 'demo.closed1',
    phone: '10077700011',
    name: '方文清',
  },
  {
    orgName: '恒信学术推广有限公司',
    userName: 'demo.closed2',
    phone: '10077700012',
    name: '罗嘉铭',
  },
] as const

/** Of two executors that have no meetings yet the first one is disabled and the second one archived. */
export async function closeOrganizations({ accounts }: Platform, { call }: Player): Promise<void> {
  const make = (closed: (typeof CLOSED)[number]) => {
    const more = { orgType: 'executor', businessNature: '会议服务', password: INITIAL_PASSWORD } as const
    return call(organizationRoutes.create, {
      body: { ...closed, ...more, creditCode: creditCodeOf(closed.phone) },
    })
  }
  /** An earlier run may have ended before it was closed. Lists leave out what is archived. */
  const find = async ({ orgName }: (typeof CLOSED)[number]) =>
    (await call(organizationRoutes.list, { query: { orgName } })).rows[0]
  for (const [place, closed] of CLOSED.entries()) {
    const there = accounts.has(closed.userName) ? await find(closed) : await make(closed)
    if (there === undefined || there.status === '1') continue
    const { orgId } = there
    if (place === 0) await call(organizationRoutes.changeStatus, { body: { orgId, status: '1' } })
    else await call(organizationRoutes.archive, { body: { orgId, archived: true } })
  }
}
