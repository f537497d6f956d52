import { randomInt } from 'node:crypto'
import { organizationRoutes, type Organization } from '@consilium/contract/organizations.ts'
import type { Target } from './attack.ts'

const PASSWORD = 'Attacked-organization-1'

export async function newExecutor({ admin }: Target): Promise<Organization> {
  const number = randomInt(100_000_000, 999_999_999)
  const { data } = await admin.call(organizationRoutes.create, {
    body: {
      orgType: 'executor',
      orgName: `会务单位${number}`,
      businessNature: '会议服务',
      userName: `executor_${number}`,
      password: PASSWORD,
      phone: `13${number}`,
      name: '王晓明',
    },
  })
  return data
}
