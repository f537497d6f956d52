import { MESSAGE_KIND_LABELS, MessageKind } from '@consilium/contract/messages/messages.ts'
import {
  DIGEST_AT,
  isRequired,
  kindsFor,
  NOTICE_KINDS,
  QUIET_FROM,
  QUIET_UNTIL,
} from '@consilium/contract/notices/notice-kinds.ts'
import type { NoticePreferences, NoticePreferencesUpdate } from '@consilium/contract/notices/preferences.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Channels } from '../../infra/channels/channel.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { maskMail, maskPhone } from '../../infra/mask.ts'
import { Refusal } from '../../infra/refusal.ts'
import { mailsOf, phoneOf } from '../accounts/service.ts'
import { minutesOf, timeOf } from './quiet-hours.ts'
import * as repository from './repository.ts'
import type { StoredPreference } from './repository.ts'
import { readUnsubscribeToken } from './unsubscribing.ts'

type Deps = Pick<Context, 'db' | 'keys'> & { channels: Channels }

/** What holds for a kind of which a person has said nothing. */
const unsaid = (kind: MessageKind): StoredPreference => {
  const { sms, mail } = NOTICE_KINDS[kind]
  return { kind, mode: 'now', sms, mail }
}

/** Whether a kind would reach its person nowhere but in the portal. */
const isOffEverywhere = ({ mode, sms, mail }: StoredPreference): boolean => mode === 'off' || !(sms || mail)

/** Throws if a kind that must arrive would be off. Text messages on security are sent by the account itself. */
function requireReached(preferences: readonly StoredPreference[], language: Language): void {
  const off = preferences.find(
    (preference) =>
      isRequired(preference.kind) &&
      (preference.mode === 'off' ||
        (isOffEverywhere(preference) && !NOTICE_KINDS[preference.kind].textedByAccount)),
  )
  if (off) throw new Refusal('NOTICE_REQUIRED', { params: { kind: MESSAGE_KIND_LABELS[off.kind][language] } })
}

export async function readPreferences(
  { db, keys, channels }: Deps,
  { userId, roleType }: Pick<Actor, 'userId' | 'roleType'>,
): Promise<NoticePreferences> {
  const [stored, setting, phone, mails] = await Promise.all([
    repository.preferencesOf(db, userId),
    repository.settingOf(db, userId),
    phoneOf(db, userId),
    mailsOf({ keys }, db, [userId]),
  ])
  const mail = mails.get(userId)
  const said = new Map(stored.map((preference) => [preference.kind, preference]))
  return {
    channels: {
      sms: channels.sms && phone !== null ? maskPhone(phone) : null,
      mail: channels.mail && mail !== undefined ? maskMail(mail) : null,
    },
    kinds: kindsFor(roleType).map((kind) => ({
      ...(said.get(kind) ?? unsaid(kind)),
      isRequired: isRequired(kind),
    })),
    quietFrom: setting ? timeOf(setting.quietFrom) : QUIET_FROM,
    quietUntil: setting ? timeOf(setting.quietUntil) : QUIET_UNTIL,
    digestAt: DIGEST_AT,
    language: setting?.language ?? 'zh-CN',
  }
}

export async function changePreferences(
  deps: Deps,
  actor: Actor,
  { kinds = [], quietFrom, quietUntil, language }: NoticePreferencesUpdate,
  saidIn: Language,
): Promise<NoticePreferences> {
  requireReached(kinds, saidIn)
  await inTransaction(deps.db, async (trx) => {
    await repository.savePreferences(trx, actor.userId, kinds)
    if (quietFrom === undefined && quietUntil === undefined && language === undefined) return
    const before = await repository.settingOf(trx, actor.userId)
    await repository.saveSetting(trx, actor.userId, {
      quietFrom:
        quietFrom === undefined ? (before?.quietFrom ?? minutesOf(QUIET_FROM)) : minutesOf(quietFrom),
      quietUntil:
        quietUntil === undefined ? (before?.quietUntil ?? minutesOf(QUIET_UNTIL)) : minutesOf(quietUntil),
      language: language ?? before?.language ?? 'zh-CN',
    })
  })
  return readPreferences(deps, actor)
}

/** Takes mail from one kind; after a digest, from all that come in it. Done twice, it changes nothing. */
async function withoutMail(trx: Db, userId: number, kind: string): Promise<void> {
  const stored = await repository.preferencesOf(trx, userId)
  const known = MessageKind.safeParse(kind)
  const changed = known.success
    ? [stored.find((preference) => preference.kind === known.data) ?? unsaid(known.data)]
    : stored.filter(({ mode }) => mode === 'digest')
  await repository.savePreferences(
    trx,
    userId,
    changed
      .filter((preference) => !isRequired(preference.kind))
      .map((preference) => ({ ...preference, mail: false })),
  )
}

export async function unsubscribe(deps: Deps, token: string): Promise<null> {
  const named = readUnsubscribeToken(deps, token)
  if (!named) throw new Refusal('NOT_FOUND')
  await inTransaction(deps.db, (trx) => withoutMail(trx, named.userId, named.kind))
  return null
}
