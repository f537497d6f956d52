/** How many records there are of each kind, and which of them the measured accounts reach. */
export interface Population {
  meetings: number
  projects: number
  experts: number
}

/** Ten attendees of each meeting. */
export const ATTENDEES_PER_MEETING = 10
const MEETINGS_PER_PROJECT = 15
const MEETINGS_PER_EXPERT = 5

export const populationOf = (meetings: number): Population => ({
  meetings,
  projects: Math.ceil(meetings / MEETINGS_PER_PROJECT),
  experts: Math.ceil(meetings / MEETINGS_PER_EXPERT),
})

/** First ids of the accounts of each kind; the first of each is the one that is measured. */
export const MANAGER = 1000
export const LEADERS = { first: 1001, count: 20 } as const
/** The first sponsor sponsors every project. */
export const SPONSORS = { first: 2000, count: 50 } as const
/** The first executor runs every tenth meeting, the last one SMALL of them, the others the rest. */
export const EXECUTORS = { first: 3000, count: 200 } as const
export const SMALL = { userId: EXECUTORS.first + EXECUTORS.count - 1, meetings: 159 } as const
/** Sub-accounts of the first executor and of the first sponsor. */
export const SUBACCOUNTS = { executor: 4000, sponsor: 4001 } as const
export const EXPERTS_FROM = 100_000
export const PASSWORD = 'bench-Password-1'

export const userNameOf = (userId: number) => `bench-${userId}`

const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈',
]
const GIVEN = [
  ...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂文辉玲华红玉兰飞鹏建国志海波宁晨欣怡雨泽宇浩轩子涵',
]
const CITIES = ['北京', '上海', '广州', '成都', '武汉', '西安', '南京', '杭州', '沈阳', '长沙']
const HOSPITALS = [
  '协和医院',
  '第一人民医院',
  '中医医院',
  '大学附属医院',
  '肿瘤医院',
  '儿童医院',
  '胸科医院',
  '军区总医院',
]
const DEPARTMENTS = [
  '心内科',
  '神经内科',
  '呼吸科',
  '肿瘤科',
  '内分泌科',
  '骨科',
  '儿科',
  '消化科',
  '肾内科',
  '血液科',
]
const TITLES = ['主任医师', '副主任医师', '主治医师', '教授', '副教授']
const TOPICS = [
  '心血管疾病',
  '糖尿病',
  '肺癌',
  '脑卒中',
  '高血压',
  '慢性肾病',
  '类风湿',
  '骨质疏松',
  '乳腺癌',
  '肝炎',
]
const AIMS = ['规范诊疗提升', '早期筛查', '真实世界研究', '患者教育', '多学科协作']

const pick = <T>(of: readonly T[], n: number): T => of[Math.abs(n) % of.length]!
const scattered = (n: number) => (n * 2_654_435_761) % 4_294_967_296

export const expertOf = (n: number) => ({
  name: pick(SURNAMES, scattered(n)) + pick(GIVEN, n) + (n % 4 === 0 ? '' : pick(GIVEN, Math.floor(n / 50))),
  unit: `${pick(CITIES, n)}${pick(HOSPITALS, Math.floor(n / 10))}${n % 25 === 0 ? '' : `第${n % 25}院区`}`,
  department: pick(DEPARTMENTS, Math.floor(n / 7)),
  title: pick(TITLES, Math.floor(n / 3)),
})

export const projectNameOf = (p: number) =>
  `${pick(CITIES, p)}${pick(TOPICS, Math.floor(p / 10))}${pick(AIMS, Math.floor(p / 100))}项目（第${p}期）`

const LIVE_STAGES = [
  'draft',
  'approved',
  'inviting',
  'scheduled',
  'agreements',
  'ready',
  'inSession',
  'materials',
  'settlement',
]
const LIVE_SHARE = 0.1

/** Older meetings are closed; the newest stand at any stage. */
export const stageOf = (i: number, meetings: number) =>
  i < meetings * (1 - LIVE_SHARE) ? 'closed' : pick(LIVE_STAGES, scattered(i))

const EXECUTORS_BETWEEN = EXECUTORS.count - 2

export const projectOf = (i: number, { projects }: Population) => i % projects
export const otherExecutorOf = (p: number) => EXECUTORS.first + 1 + (p % EXECUTORS_BETWEEN)

/** Whether the small executor runs the meeting. */
export const isSmall = (i: number, { meetings }: Population) =>
  i % Math.floor(meetings / SMALL.meetings) === 1 &&
  i < Math.floor(meetings / SMALL.meetings) * SMALL.meetings

export function executorOf(i: number, population: Population): number | null {
  if (isSmall(i, population)) return SMALL.userId
  if (i % 10 === 0) return EXECUTORS.first
  return i % 97 === 0 ? null : otherExecutorOf(projectOf(i, population))
}

export const expertAt = (i: number, seat: number, { experts }: Population) =>
  ((i * ATTENDEES_PER_MEETING + seat) * 7919) % experts
