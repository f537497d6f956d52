import {
  TEMPLATE_KINDS,
  type NoticeTemplate,
  type TemplateKind,
  type TemplateUpdate,
} from '@consilium/contract/notices/templates.ts'
import type { Actor } from '../../domain/actor.ts'
import { mayStandInText } from '../../infra/channels/sms-params.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { NOTICE_TEXTS, SHIPPED_VERSION } from './notice-texts.ts'
import * as repository from './template-repository.ts'

interface Deps {
  db: Db
  clock: Clock
}

const PLACEHOLDER = /\{([^{}]*)\}/gu

function viewOf(kind: TemplateKind, own: repository.OwnTemplate | undefined): NoticeTemplate {
  const { text, placeholders } = NOTICE_TEXTS[kind]
  const shipped = { zh: text['zh-CN'], en: text.en }
  return {
    kind,
    ...(own ? { zh: own.zh, en: own.en } : shipped),
    version: own?.version ?? SHIPPED_VERSION,
    placeholders: [...placeholders],
    shipped,
    createTime: own?.createTime ?? null,
  }
}

/** Throws if a text shows what nobody fills in, or what providers would refuse. */
function requireSendable(kind: TemplateKind, field: 'zh' | 'en', text: string): void {
  const known: readonly string[] = NOTICE_TEXTS[kind].placeholders
  const rest = text.replaceAll(PLACEHOLDER, (shown, name: string) => {
    if (known.includes(name)) return ''
    throw refuseField('NOTICE_PLACEHOLDER_UNKNOWN', field, { name: shown, known: shownNames(known) })
  })
  const brace = /[{}]/.exec(rest)
  if (brace)
    throw refuseField('NOTICE_PLACEHOLDER_UNKNOWN', field, { name: brace[0], known: shownNames(known) })
  if (!mayStandInText(rest)) throw refuseField('NOTICE_TEXT_UNSAFE', field)
}

const shownNames = (names: readonly string[]): string =>
  names.length === 0 ? '-' : names.map((name) => `{${name}}`).join(' ')

export async function listTemplates({ db }: Pick<Deps, 'db'>): Promise<{ templates: NoticeTemplate[] }> {
  const own = await repository.currentTemplates(db)
  return { templates: TEMPLATE_KINDS.map((kind) => viewOf(kind, own.get(kind))) }
}

/** Writes the next version of a text. Of two who write it from the same version, one is refused. */
export async function changeTemplate(
  { db, clock }: Deps,
  { userId }: Actor,
  { kind, version, zh, en }: TemplateUpdate,
): Promise<NoticeTemplate> {
  requireSendable(kind, 'zh', zh)
  requireSendable(kind, 'en', en)
  const before = viewOf(kind, (await repository.currentTemplates(db)).get(kind))
  const next = { kind, version: version + 1, zh, en, userId, createTime: clock.wire() }
  if (before.version !== version || !(await repository.insertTemplate(db, next)))
    throw new Refusal('STALE_RECORD')
  return viewOf(kind, next)
}
