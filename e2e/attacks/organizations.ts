import { randomInt } from 'node:crypto'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Target } from './attack.ts'

const EXECUTOR_PASSWORD = 'Attacked-organization-1'
const NEW_PASSWORD = 'Attacking-executor-2'

export async function newExecutor({ admin }: Pick<Target, 'admin'>): Promise<Organization> {
  const number = randomInt(100_000_000, 999_999_999)
  const data = await admin.call(organizationRoutes.create, {
    body: {
      orgType: 'executor',
      orgName: `会务单位${number}`,
      businessNature: '会议服务',
      userName: `executor_${number}`,
      password: EXECUTOR_PASSWORD,
      phone: `13${number}`,
      name: '王晓明',
      creditCode: '91350100M000100Y43',
    },
  })
  return data
}

/** Creates a draft meeting in a new project and returns its id. */
export async function newMeeting(
  target: Pick<Target, 'admin'>,
  schedule: { scheduleStartTime: string; scheduleEndTime?: string } = {
    scheduleStartTime: '2026-12-05 09:00:00',
  },
): Promise<number> {
  const { admin } = target
  const { mainUserId } = await newExecutor(target)
  const project = await admin.call(projectRoutes.create, { body: { projectName: '心衰诊疗提升' } })
  await admin.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [mainUserId] },
  })
  const data = await admin.call(meetingRoutes.create, {
    body: {
      projectId: project.projectId,
      execUserId: mainUserId,
      ...schedule,
      scheduleLocation: '线上',
    },
  })
  return data.meetingId
}

/** A main account, as anybody gets one by registering. */
export async function executorOf(target: Pick<Target, 'admin' | 'anonymous' | 'baseUrl'>) {
  const { orgId, mainUserName } = await newExecutor(target)
  const logIn = (password: string) =>
    target.anonymous.call(accountRoutes.login, { body: { username: mainUserName, password } })
  const first = createClient({ baseUrl: target.baseUrl, token: (await logIn(EXECUTOR_PASSWORD)).token })
  const body = { oldPassword: EXECUTOR_PASSWORD, newPassword: NEW_PASSWORD }
  await first.call(accountRoutes.changePassword, { body })
  return { orgId, token: (await logIn(NEW_PASSWORD)).token }
}
