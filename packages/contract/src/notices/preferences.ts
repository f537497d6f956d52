import { z } from 'zod'
import * as f from '../fields.ts'
import { MessageKind } from '../messages/messages.ts'
import { data, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import { NoticeMode } from './notice-kinds.ts'

const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const clockTime = z
  .string()
  .regex(CLOCK_TIME, said('请输入时刻，如 21:00', 'Enter a time of day such as 21:00'))
  .meta({ description: 'HH:mm in the zone of the service', example: '21:00' })

const LANGUAGE_LABELS = {
  'zh-CN': { 'zh-CN': '中文', en: 'Chinese' },
  en: { 'zh-CN': '英文', en: 'English' },
} as const
const Language = choice(['zh-CN', 'en'], LANGUAGE_LABELS)

const Preference = z
  .object({
    kind: MessageKind,
    mode: NoticeMode,
    sms: z.boolean(),
    mail: z.boolean(),
    isRequired: z.boolean().meta({ description: 'It cannot be off everywhere' }),
  })
  .meta({ id: 'NoticePreference' })
export type Preference = z.infer<typeof Preference>

export const NoticePreferences = z
  .object({
    channels: z
      .object({
        sms: z.string().nullable().meta({ description: 'Masked phone; null: none, or no such channel' }),
        mail: z
          .string()
          .nullable()
          .meta({ description: 'Masked mail address; null: none, or no such channel' }),
      })
      .meta({ description: 'How the caller is reached outside of the portal' }),
    kinds: z.array(Preference).meta({ description: 'What somebody of the role of the caller may get' }),
    quietFrom: clockTime,
    quietUntil: clockTime.meta({ description: 'The same as quietFrom: no quiet hours' }),
    digestAt: z.string(),
    language: Language.meta({ description: 'Of text messages and mails' }),
  })
  .meta({ id: 'NoticePreferences' })
export type NoticePreferences = z.infer<typeof NoticePreferences>

const KINDS_MAX = 100
const NoticePreferencesUpdate = z.strictObject({
  kinds: z
    .array(z.strictObject({ kind: MessageKind, mode: NoticeMode, sms: z.boolean(), mail: z.boolean() }))
    .max(KINDS_MAX)
    .refine(
      (kinds) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length,
      said('同一类通知只能出现一次', 'Each kind may stand once only'),
    )
    .optional(),
  quietFrom: clockTime.optional(),
  quietUntil: clockTime.optional(),
  language: Language.optional(),
})
export type NoticePreferencesUpdate = z.output<typeof NoticePreferencesUpdate>

const CODE_MAX = 20
const TOKEN_MAX = 200
const tag = 'Notices'

export const noticeRoutes = {
  preferences: {
    method: 'GET',
    path: '/account/notice/preferences',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'How the caller wants to be told of each kind of notice',
    answer: data(NoticePreferences),
  },
  changePreferences: {
    method: 'PUT',
    path: '/account/notice/preferences',
    access: 'session',
    caller: 'person',
    tag,
    summary:
      'Change channels, digest and quiet hours of the caller; kinds that are left out stay as they are',
    body: NoticePreferencesUpdate,
    answer: data(NoticePreferences),
    errors: ['NOTICE_REQUIRED'],
  },
  openLink: {
    method: 'GET',
    path: '/account/notice/link/{code}',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'The record that a short address of a notice leads to, for the person who got it',
    params: z.object({ code: z.string().max(CODE_MAX) }),
    answer: data(z.object({ resource: z.string(), id: f.id }).meta({ id: 'NoticeLink' })),
    errors: ['NOT_FOUND'],
  },
  unsubscribe: {
    method: 'POST',
    path: '/account/notice/unsubscribe/{token}',
    access: 'public',
    rateLimit: 'submission',
    takesForm: true,
    tag,
    summary: 'Switch mails of one kind off, by the address in such a mail (RFC 8058)',
    params: z.object({ token: z.string().max(TOKEN_MAX) }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable
