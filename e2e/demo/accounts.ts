import type { Filled } from './fill.ts'
import { INITIAL_PASSWORD } from './plan/plan-people.ts'
import { DEMO_PASSWORD } from './platform.ts'

export interface ShownAccount {
  role: string
  userName: string
  password: string
  note: string
}

const entered = (role: string, userName: string, note: string): ShownAccount => ({
  role,
  userName,
  password: DEMO_PASSWORD,
  note,
})

function peopleOf({ organizations }: Filled): ShownAccount[] {
  const executor = organizations.find(({ planned }) => planned.orgType === 'executor')
  const sponsor = organizations.find(({ planned }) => planned.orgType === 'sponsor')
  const people = executor?.planned.people ?? []
  return [
    ...[sponsor, executor].flatMap((one) =>
      one ? [entered(one.planned.orgType, one.planned.userName, one.record.orgName)] : [],
    ),
    ...people
      .filter((person) => person.entered)
      .map(({ role, userName, name }) => entered(role, userName, name)),
    ...people
      .filter((person) => !person.entered)
      .slice(0, 1)
      .map(({ role, userName }) => ({
        role,
        userName,
        password: INITIAL_PASSWORD,
        note: 'first login: sets a password',
      })),
  ]
}

function expertsOf({ experts }: Filled): ShownAccount[] {
  const doctor = (userName: string, password: string, note: string) => ({
    role: 'doctor',
    userName,
    password,
    note,
  })
  const first = (fits: (expert: Filled['experts'][number]) => boolean) => experts.filter(fits).slice(0, 1)
  return [
    ...first(({ player }) => player !== null).map(({ record }) =>
      doctor(record.phone, DEMO_PASSWORD, `${record.name}, approved, with agreements`),
    ),
    ...first(({ player, record }) => player === null && record.auditStatus === 'pending').map(({ record }) =>
      doctor(
        record.phone,
        record.phone,
        `${record.name}, not audited yet, first login: a code by SMS is needed`,
      ),
    ),
  ]
}

/** One account of each role for logging in. */
export const accountsOf = (filled: Filled): ShownAccount[] => [
  ...(['manager', 'leader'] as const).flatMap((role) =>
    filled.staff
      .filter(({ roleType }) => roleType === role)
      .slice(0, 1)
      .map(({ userName }) => entered(role, userName, '')),
  ),
  ...peopleOf(filled),
  ...expertsOf(filled),
]
