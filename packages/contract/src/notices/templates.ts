import { z } from 'zod'
import * as f from '../fields.ts'
import { MessageKind } from '../messages/messages.ts'
import { data, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'
import { DELIVERY_KIND_LABELS, Delivery } from './deliveries.ts'
import { NOTICE_CHANNEL_LABELS, PERSONAL_CHANNELS, SENT_KINDS } from './notice-kinds.ts'

/** Kinds that have a short text: those of messages, and the daily summary. */
export type TemplateKind = MessageKind | 'digest'
export const TEMPLATE_KINDS: readonly TemplateKind[] = [...SENT_KINDS, 'digest']
export const TemplateKind = choice(['digest', ...MessageKind.options], DELIVERY_KIND_LABELS)

/** Characters of a short text; with the longest name of a meeting and a link it is one or two text messages. */
export const TEMPLATE_TEXT_MAX = 60
const text = f.text(TEMPLATE_TEXT_MAX)

const Texts = z.object({ zh: z.string(), en: z.string() }).meta({ id: 'NoticeTexts' })
export type Texts = z.infer<typeof Texts>

export const NoticeTemplate = z
  .object({
    kind: TemplateKind,
    zh: z.string(),
    en: z.string(),
    version: z.int().meta({ description: '1: the text that is shipped; the log of deliveries names it' }),
    placeholders: z.array(z.string()).meta({ description: 'What the text may show, each in braces' }),
    shipped: Texts.meta({ description: 'The text without a change by the operator' }),
    createTime: z.string().nullable().meta({ description: 'When the operator wrote it; null: shipped' }),
  })
  .meta({ id: 'NoticeTemplate' })
export type NoticeTemplate = z.infer<typeof NoticeTemplate>

const TemplateUpdate = z.strictObject({
  kind: TemplateKind,
  version: f.version.meta({ description: 'The version that the change was made from' }),
  zh: text,
  en: text,
})
export type TemplateUpdate = z.output<typeof TemplateUpdate>

const NoticeTest = z.strictObject({
  kind: TemplateKind,
  channel: choice(PERSONAL_CHANNELS, NOTICE_CHANNEL_LABELS),
})
export type NoticeTest = z.output<typeof NoticeTest>

const tag = 'Deliveries'

export const noticeTemplateRoutes = {
  list: {
    method: 'GET',
    path: '/system/notice/templates',
    access: ['admin'],
    tag,
    summary: 'The short texts of notices, for text messages and subjects',
    answer: data(z.object({ templates: z.array(NoticeTemplate) }).meta({ id: 'NoticeTemplates' })),
  },
  change: {
    method: 'PUT',
    path: '/system/notice/template',
    target: ['kind'],
    access: ['admin'],
    tag,
    summary: 'Write the short text of a kind anew; it holds for whatever is sent from then on',
    body: TemplateUpdate,
    answer: data(NoticeTemplate),
    errors: ['STALE_RECORD', 'NOTICE_PLACEHOLDER_UNKNOWN', 'NOTICE_TEXT_UNSAFE'],
  },
  test: {
    method: 'POST',
    path: '/system/notice/test',
    target: ['kind', 'channel'],
    access: ['admin'],
    caller: 'person',
    tag,
    summary: 'Send a notice with made-up values to the caller, and answer what became of it',
    body: NoticeTest,
    keyless: 'code',
    answer: data(Delivery),
    errors: ['NOTICE_CHANNEL_MISSING', 'NOTICE_ADDRESS_MISSING'],
  },
} as const satisfies RouteTable
