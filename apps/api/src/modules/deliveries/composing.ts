import type { Language } from '@consilium/contract/errors.ts'
import { isRequired, type PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Outgoing } from '../../infra/channels/channel.ts'
import { textOf } from '../messages/service.ts'
import {
  NOTICE_TEXTS,
  paramsOf,
  SAMPLE_PARAMS,
  shortText,
  textMessage,
  unsubscribeAddress,
  valuesOf,
  WITHOUT_LINK,
  type NoticeParams,
  type TextPair,
} from '../notices/service.ts'
import type { Scope } from './scope.ts'
import { partsOf, type Claimed } from './sending-repository.ts'

/** Notices that a digest names; the others are counted. */
export const DIGEST_NAMES_MAX = 20

const SENT_IN: Language = 'zh-CN'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page without anything that is loaded from elsewhere. */
function htmlOf(lines: readonly string[], url: string, open: string): string {
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join('')
  const link = url === '' ? '' : `<p><a href="${escaped(url)}">${escaped(open)}</a></p>`
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${paragraphs}${link}</body></html>`
}

const OPEN = { 'zh-CN': '登录查看', en: 'Log in and read' } as const
const SAMPLE = {
  'zh-CN': '这是一条测试通知，内容为示例。',
  en: 'This is a test with made-up values.',
} as const
const AND_MORE = { 'zh-CN': (n: number) => `另有${n}条`, en: (n: number) => `and ${n} more` } as const

interface Composed {
  params: NoticeParams
  /** Of a mail. */
  lines: string[]
}

async function digestParts(db: Db, { deliveryId }: Claimed, language: Language): Promise<Composed> {
  const { count, parts } = await partsOf(db, deliveryId, DIGEST_NAMES_MAX)
  const titles = parts.map(({ kind, told }) => textOf(kind, told, language).title)
  const more = count > DIGEST_NAMES_MAX ? [AND_MORE[language](count - DIGEST_NAMES_MAX)] : []
  return { params: { count: String(count) }, lines: [...titles, ...more] }
}

async function contentOf(db: Db, delivery: Claimed, language: Language): Promise<Composed> {
  const { kind, told } = delivery
  if (kind === 'digest') return digestParts(db, delivery, language)
  const { content } = textOf(kind, told ?? {}, language)
  return { params: paramsOf(kind, told ?? {}), lines: [content] }
}

const textPairOf = ({ kind, textZh, textEn }: Claimed): TextPair =>
  textZh !== null && textEn !== null ? { 'zh-CN': textZh, en: textEn } : NOTICE_TEXTS[kind].text

interface Parts {
  id: string
  to: string
  kind: Claimed['kind']
  text: TextPair
  language: Language
  params: NoticeParams
  linkCode: string | null
  /** Of a mail. */
  lines: readonly string[]
}

function textFor({ config }: Pick<Scope, 'config'>, parts: Parts): Outgoing {
  const { id, to, kind, text, language, params, linkCode } = parts
  const url = linkAddress(config.publicUrl, linkCode)
  const texts = {
    'zh-CN': textMessage(text, params, { language: 'zh-CN', url }),
    en: textMessage(text, params, { language: 'en', url }),
  }
  const values = { ...valuesOf(kind, params), ...(linkCode === null ? {} : { link: linkCode }) }
  return { id, to, templateId: kind, params: values, text: texts[language], texts }
}

function mailFor({ config }: Pick<Scope, 'config'>, parts: Parts): Outgoing {
  const { id, to, text, language, params, linkCode, lines } = parts
  const url = linkAddress(config.publicUrl, linkCode)
  return {
    id,
    to,
    params: {},
    subject: shortText(text[language], params),
    text: [...lines, url].filter(Boolean).join('\n\n'),
    html: htmlOf(lines, url, OPEN[language]),
  }
}

const linkAddress = (publicUrl: string | null, code: string | null): string =>
  code === null ? (publicUrl ?? '') : `${publicUrl}/n/${code}`

/** What a channel is given to send. */
export async function compose(
  scope: Pick<Scope, 'db' | 'config' | 'keys'>,
  channel: PersonalChannel,
  delivery: Claimed,
  to: string,
): Promise<Outgoing> {
  const { kind, gatewayId: id, linkCode, userId } = delivery
  const language = delivery.language ?? SENT_IN
  const content = await contentOf(scope.db, delivery, language)
  const parts = { id, to, kind, text: textPairOf(delivery), language, linkCode, ...content }
  if (channel === 'sms') return textFor(scope, parts)
  const mayBeOff = kind === 'digest' || !isRequired(kind)
  return {
    ...mailFor(scope, parts),
    ...(mayBeOff && scope.config.publicUrl !== null
      ? { unsubscribeUrl: unsubscribeAddress(scope, { userId, kind }) }
      : {}),
  }
}

/** Leads nowhere, but has the form of a link. */
const SAMPLE_LINK = 'example2'

/** A notice with made-up values. */
export function composeSample(
  scope: Pick<Scope, 'config'>,
  channel: PersonalChannel,
  given: Pick<Parts, 'id' | 'to' | 'kind' | 'text'> & { language: Language | null },
): Outgoing {
  const { kind, text } = given
  const language = given.language ?? SENT_IN
  const hasLink = scope.config.publicUrl !== null && !WITHOUT_LINK.has(kind)
  const params = SAMPLE_PARAMS
  const lines = [shortText(text[language], params), SAMPLE[language]]
  const parts = { ...given, language, params, lines, linkCode: hasLink ? SAMPLE_LINK : null }
  return channel === 'sms' ? textFor(scope, parts) : mailFor(scope, parts)
}
