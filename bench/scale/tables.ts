import {
  ATTENDEES_PER_MEETING,
  EXECUTORS,
  executorOf,
  expertAt,
  expertOf,
  EXPERTS_FROM,
  isSmall,
  LEADERS,
  MANAGER,
  otherExecutorOf,
  projectNameOf,
  projectOf,
  SMALL,
  SPONSORS,
  stageOf,
  SUBACCOUNTS,
  userNameOf,
  type Population,
} from './population.ts'

type Value = string | number | boolean | null
/** Rows of one table as COPY takes them. */
export interface Copied {
  table: string
  columns: readonly string[]
  rows: Iterable<readonly Value[]>
}

const DAY_MS = 24 * 60 * 60 * 1000
const YEARS = 3
const HOUR_MS = 60 * 60 * 1000

const range = (first: number, count: number) => Array.from({ length: count }, (_none, n) => first + n)
const timeOf = (ms: number) => new Date(ms).toISOString()

function* accounts({ experts: count }: Population, passwordHash: string) {
  const row = (userId: number, role: string, parent: number | null = null): Value[] => {
    const phone = `1${String(userId).padStart(10, '0')}`
    return [userId, userNameOf(userId), passwordHash, phone, role, parent, `账号${userId}`]
  }
  yield row(MANAGER, 'manager')
  for (const userId of range(LEADERS.first, LEADERS.count)) yield row(userId, 'leader')
  for (const userId of range(SPONSORS.first, SPONSORS.count)) yield row(userId, 'sponsor')
  for (const userId of range(EXECUTORS.first, EXECUTORS.count)) yield row(userId, 'executor')
  yield row(SUBACCOUNTS.executor, 'meetingExecutor', EXECUTORS.first)
  yield row(SUBACCOUNTS.sponsor, 'supervisor', SPONSORS.first)
  for (let n = 0; n < count; n++) yield row(EXPERTS_FROM + n, 'doctor')
}

function* organizations() {
  for (const id of range(SPONSORS.first, SPONSORS.count)) yield [id, 'sponsor', `申办方${id}`, id]
  for (const id of range(EXECUTORS.first, EXECUTORS.count)) yield [id, 'executor', `执行单位${id}`, id]
}

function* people() {
  yield [1, SUBACCOUNTS.executor, EXECUTORS.first, 'executor', 'meetingExecutor', '会务一']
  yield [2, SUBACCOUNTS.sponsor, SPONSORS.first, 'sponsor', 'supervisor', '督导一']
}

function* experts({ experts: count }: Population) {
  for (let n = 0; n < count; n++) {
    const { name, unit, department, title } = expertOf(n)
    yield [EXPERTS_FROM + n, EXPERTS_FROM + n, name, unit, department, title, 'approved']
  }
}

function* projects({ projects: count }: Population) {
  for (let p = 0; p < count; p++)
    yield [p + 1, `B${p}`, projectNameOf(p), MANAGER, LEADERS.first + (p % LEADERS.count)]
}

function* sponsors({ projects: count }: Population) {
  for (let p = 0; p < count; p++) {
    yield [p + 1, SPONSORS.first]
    yield [p + 1, SPONSORS.first + 1 + (p % (SPONSORS.count - 1))]
  }
}

function* assignments(population: Population) {
  const small = new Set<number>()
  for (let i = 0; i < population.meetings; i++)
    if (isSmall(i, population)) small.add(projectOf(i, population))
  for (let p = 0; p < population.projects; p++) {
    yield [p + 1, EXECUTORS.first]
    yield [p + 1, otherExecutorOf(p)]
    if (small.has(p)) yield [p + 1, SMALL.userId]
  }
}

function* meetings(population: Population, now: number) {
  const step = (YEARS * 365 * DAY_MS) / population.meetings
  for (let i = 0; i < population.meetings; i++) {
    const made = now - (population.meetings - i) * step
    const name = projectNameOf(projectOf(i, population))
    const start = i % 33 === 0 ? null : Math.floor(made / HOUR_MS) * HOUR_MS + 14 * DAY_MS + (i % 9) * HOUR_MS
    const executor = executorOf(i, population)
    yield [
      i + 1,
      `M${i}`,
      projectOf(i, population) + 1,
      executor,
      name,
      `执行单位${executor ?? ''}`,
      name,
      stageOf(i, population.meetings),
      i % 5 === 0 ? timeOf(made + 14 * DAY_MS) : null,
      start === null ? null : timeOf(start),
      start === null ? null : timeOf(start + HOUR_MS),
      MANAGER,
      timeOf(made),
    ]
  }
}

function* attendees(population: Population, now: number) {
  const step = (YEARS * 365 * DAY_MS) / population.meetings
  for (let i = 0; i < population.meetings; i++)
    for (let seat = 0; seat < ATTENDEES_PER_MEETING; seat++) {
      const n = expertAt(i, seat, population)
      const { name, unit, department, title } = expertOf(n)
      const id = i * ATTENDEES_PER_MEETING + seat + 1
      const userId = EXPERTS_FROM + n
      const form = seat === 0 ? 'chair' : 'lecture'
      const made = timeOf(now - (population.meetings - i) * step + seat * 1000)
      yield [id, i + 1, userId, userId, name, n % 20 === 0 ? null : unit, department, title, form, made]
    }
}

const FEES = [1000, 1500, 2000, 3000, 5000, 8000]
const UNSIGNED_EVERY = 50

function* agreements(population: Population, fileId: number) {
  for (let i = 0; i < population.meetings; i++)
    for (let seat = 0; seat < ATTENDEES_PER_MEETING; seat++) {
      const id = i * ATTENDEES_PER_MEETING + seat + 1
      const fee = FEES[id % FEES.length]!
      const stage = stageOf(i, population.meetings)
      const isSigned = stage === 'closed' && id % UNSIGNED_EVERY !== 0
      const signed = isSigned
        ? ['success', 'signed', '协议', fileId, fileId, '2026-01-01']
        : ['fill', 'unsigned', null, null, null, null]
      const isOpen = stage !== 'draft' && stage !== 'closed'
      yield [id, fee, fee * 0.01, 0, fee * 0.1, fee * 0.89, 0, 'bench', ...signed, isOpen]
    }
}

/** Everything there is, in the order in which it may be written. */
export const tablesOf = (
  population: Population,
  given: { passwordHash: string; fileId: number; now: number },
): Copied[] => [
  {
    table: 'sys_user',
    columns: [
      'user_id',
      'user_name',
      'password_hash',
      'phone',
      'role_type',
      'parent_user_id',
      'display_name',
    ],
    rows: accounts(population, given.passwordHash),
  },
  {
    table: 'organization',
    columns: ['org_id', 'org_type', 'org_name', 'main_user_id'],
    rows: organizations(),
  },
  {
    table: 'person',
    columns: ['person_id', 'user_id', 'org_id', 'unit_type', 'role', 'name'],
    rows: people(),
  },
  {
    table: 'expert',
    columns: ['expert_id', 'user_id', 'name', 'unit', 'department', 'title', 'audit_status'],
    rows: experts(population),
  },
  {
    table: 'project',
    columns: ['project_id', 'project_no', 'project_name', 'create_user_id', 'lead_user_id'],
    rows: projects(population),
  },
  { table: 'project_sponsor', columns: ['project_id', 'sponsor_admin_user_id'], rows: sponsors(population) },
  { table: 'biz_project_assign', columns: ['project_id', 'exec_user_id'], rows: assignments(population) },
  {
    table: 'meeting',
    columns:
      'meeting_id business_id project_id exec_user_id project_name org_name meeting_name current_stage supervision_time schedule_start_time schedule_end_time create_user_id create_time'.split(
        ' ',
      ),
    rows: meetings(population, given.now),
  },
  {
    table: 'meeting_attendee',
    columns:
      'attendee_id meeting_id user_id expert_id name unit department title labor_form create_time'.split(' '),
    rows: attendees(population, given.now),
  },
  {
    table: 'labor_agreement',
    columns:
      'attendee_id payable_amount vat_amount surcharge_amount income_tax net_amount surcharge_rate fee_rule_version step signature_status labor_protocol handsign_file_id pdf_file_id signed_time is_open'.split(
        ' ',
      ),
    rows: agreements(population, given.fileId),
  },
]
