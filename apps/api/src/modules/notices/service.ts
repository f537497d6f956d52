import type { Language } from '@consilium/contract/errors.ts'
import type { NoticePreferencesUpdate } from '@consilium/contract/notices/preferences.ts'
import type { TemplateUpdate } from '@consilium/contract/notices/templates.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Channels } from '../../infra/channels/channel.ts'
import { Refusal } from '../../infra/refusal.ts'
import { changeTemplate, listTemplates } from './templates.ts'
import { changePreferences, readPreferences, unsubscribe } from './preferences.ts'
import * as repository from './repository.ts'

export {
  NOTICE_TEXTS,
  paramsOf,
  SAMPLE_PARAMS,
  SHIPPED_VERSION,
  shortText,
  textMessage,
  valuesOf,
  WITHOUT_LINK,
  type NoticeParams,
  type TextPair,
} from './notice-texts.ts'
export { currentTemplates } from './template-repository.ts'
export { dayOf, daysAfter, minutesOf, nextAt, quietUntil, type QuietHours } from './quiet-hours.ts'
export { unsubscribeAddress } from './unsubscribing.ts'
export { insertLinks, type NewLink } from './repository.ts'
export { deadlineAfter, isWorkingDay, workAfter, workingDaysAfter, type Calendar } from './working-days.ts'

/** What people want to be told and when, and where the short addresses in notices lead. */
export function createNotices(
  { db, clock, keys }: Pick<Context, 'db' | 'clock' | 'keys'>,
  channels: Channels,
) {
  const deps = { db, keys, channels }
  return {
    preferences: (actor: Actor) => readPreferences(deps, actor),
    changePreferences: (actor: Actor, changes: NoticePreferencesUpdate, language: Language) =>
      changePreferences(deps, actor, changes, language),
    unsubscribe: (token: string) => unsubscribe(deps, token),
    templates: () => listTemplates({ db }),
    changeTemplate: (actor: Actor, update: TemplateUpdate) => changeTemplate({ db, clock }, actor, update),

    async openLink({ userId }: Actor, code: string): Promise<{ resource: string; id: number }> {
      const found = await repository.findLink(db, { code, userId, now: clock.wire() })
      if (!found) throw new Refusal('NOT_FOUND')
      return found
    },

    /** Days off and working days at weekends, as the dictionaries have them. */
    calendar: (within = db) => repository.calendar(within),
    purge: (): Promise<void> => repository.purgeLinks(db, clock.wire()),
  }
}

export { preferenceFacts, settingFacts, templateFacts } from './facts-repository.ts'

export type Notices = ReturnType<typeof createNotices>
