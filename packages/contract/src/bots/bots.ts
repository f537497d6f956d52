import { z } from 'zod'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'

export const BOT_CHANNELS = ['wecom', 'dingtalk', 'feishu'] as const
export const BOT_CHANNEL_LABELS = {
  wecom: { 'zh-CN': '企业微信群机器人', en: 'WeCom bot' },
  dingtalk: { 'zh-CN': '钉钉群机器人', en: 'DingTalk bot' },
  feishu: { 'zh-CN': '飞书群机器人', en: 'Feishu bot' },
} as const
export const BotChannel = choice(BOT_CHANNELS, BOT_CHANNEL_LABELS)
export type BotChannel = z.infer<typeof BotChannel>

/** What a group can be told. A text names the meeting; it never names an expert, a number or a fee. */
export const BOT_KINDS = [
  'meetingCreated',
  'meetingMoved',
  'meetingStage',
  'invitationReplied',
  'agreementSigned',
  'paymentRecorded',
] as const
export const BOT_KIND_LABELS = {
  meetingCreated: { 'zh-CN': '新建会议', en: 'A meeting is created' },
  meetingMoved: { 'zh-CN': '会议时间或地点变更', en: 'Time or place of a meeting changes' },
  meetingStage: { 'zh-CN': '会议进入新阶段', en: 'A meeting enters its next stage' },
  invitationReplied: { 'zh-CN': '专家答复邀请', en: 'An expert replies to an invitation' },
  agreementSigned: { 'zh-CN': '劳务协议已签署', en: 'An agreement is signed' },
  paymentRecorded: { 'zh-CN': '劳务费已登记付款', en: 'A payment is recorded' },
} as const
export const BotKind = choice(BOT_KINDS, BOT_KIND_LABELS)
export type BotKind = z.infer<typeof BotKind>

export const BOTS_OF_ORGANIZATION_MAX = 20
export const BOT_NAME_MAX = 40
const ADDRESS_MAX = 500
const SECRET_MAX = 100

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, said('请输入时刻，如 21:00', 'Enter a time such as 21:00'))
  .meta({ example: '21:00' })

const name = f.text(BOT_NAME_MAX).meta({ description: 'What the group is called here', example: '项目组' })
const address = z.string().trim().min(1).max(ADDRESS_MAX).meta({
  description:
    'Webhook address of the bot as its group shows it: HTTPS, at the host of the provider. Never answered',
  example: 'https://oapi.dingtalk.com/robot/send?access_token=…',
})
const secret = z.string().trim().min(1).max(SECRET_MAX).meta({
  description: 'Secret of the signature (加签, 签名校验), if the bot has one. Never answered',
})
const kinds = z
  .array(BotKind)
  .max(BOT_KINDS.length)
  .refine((list) => new Set(list).size === list.length, said('不能重复', 'Each only once'))
  .meta({ description: 'What the group is told' })
const quiet = {
  quietFrom: clockTime.nullable().meta({ description: 'Beginning of the quiet hours; null: there are none' }),
  quietUntil: clockTime.nullable().meta({ description: 'Their end; what happens meanwhile is told then' }),
}

export const Bot = z
  .object({
    botId: f.id,
    channel: BotChannel,
    name,
    host: z.string().meta({ description: 'Host of the webhook address' }),
    tail: z
      .string()
      .meta({ description: 'Last characters of the webhook address, by which one knows it again' }),
    hasSecret: z.boolean(),
    kinds: z.array(BotKind),
    ...quiet,
    isOn: z.boolean(),
    waiting: z.int().meta({ description: 'Texts that wait for the quiet hours, the limit or a repetition' }),
    sentTime: z.string().nullable().meta({ description: 'When the group was last told something' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'What the provider answered last; null if it accepted' }),
    version: f.version,
    createTime: z.string(),
  })
  .meta({ id: 'Bot' })
export type Bot = z.infer<typeof Bot>

export const Bots = z.object({ bots: z.array(Bot) }).meta({ id: 'Bots' })

const quietTogether = said('免打扰的开始与结束须同时填写', 'Give both ends of the quiet hours, or neither')
const isQuietWhole = ({ quietFrom, quietUntil }: { quietFrom?: unknown; quietUntil?: unknown }) =>
  Boolean(quietFrom) === Boolean(quietUntil)

const BotCreate = z
  .strictObject({ channel: BotChannel, name, address, secret: secret.optional(), kinds, ...quiet })
  .refine(isQuietWhole, { error: quietTogether, path: ['quietUntil'] })
export type BotCreate = z.output<typeof BotCreate>

const BotUpdate = z
  .strictObject({
    botId: f.id,
    version: f.version,
    name,
    address: address.optional().meta({ description: 'Left out, the address stays' }),
    secret: secret
      .nullable()
      .optional()
      .meta({ description: 'Left out, the secret stays; null takes it away' }),
    kinds,
    ...quiet,
    isOn: z.boolean(),
  })
  .refine(isQuietWhole, { error: quietTogether, path: ['quietUntil'] })
export type BotUpdate = z.output<typeof BotUpdate>

const tag = 'Bots'
/** Main accounts, for their own organization. */
const access = ['sponsor', 'executor'] as const
const errors = ['BOT_ADDRESS_FOREIGN', 'BOT_ADDRESS_UNSAFE', 'BOT_SECRET_UNFIT', 'BOT_SECRET_NEEDED'] as const

export const botRoutes = {
  list: {
    method: 'GET',
    path: '/business/bot/list',
    access,
    caller: 'person',
    tag,
    summary: "The bots of the caller's organization",
    answer: data(Bots),
  },
  create: {
    method: 'POST',
    path: '/business/bot',
    target: ['botId'],
    access,
    caller: 'person',
    tag,
    summary: 'Add a bot of a group; address and secret are sealed and never answered',
    body: BotCreate,
    answer: data(Bot),
    errors: [...errors, 'TOO_MANY_BOTS'],
    creates: true,
  },
  change: {
    method: 'PUT',
    path: '/business/bot',
    target: ['botId'],
    access,
    caller: 'person',
    tag,
    summary: 'Change a bot',
    body: BotUpdate,
    answer: data(Bot),
    errors: ['NOT_FOUND', 'STALE_RECORD', ...errors],
  },
  test: {
    method: 'POST',
    path: '/business/bot/test',
    target: ['botId'],
    access,
    caller: 'person',
    tag,
    summary: 'Tell the group of a bot that it is connected; answers what the provider said',
    body: z.strictObject({ botId: f.id }),
    keyless: 'code',
    answer: data(Bot),
    errors: ['NOT_FOUND', 'BOT_REFUSED', 'TOO_MANY_REQUESTS'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/bot/{botId}',
    target: ['botId'],
    access,
    caller: 'person',
    tag,
    summary: 'Delete a bot with what waits for it',
    params: z.object({ botId: f.queryId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable
