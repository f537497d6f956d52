import { MESSAGE_KIND_LABELS } from '@consilium/contract/messages/messages.ts'
import {
  NOTICE_CATEGORIES,
  NOTICE_CATEGORY_LABELS,
  NOTICE_KINDS,
  NOTICE_MODE_LABELS,
  NOTICE_MODES,
  PERSONAL_CHANNELS,
} from '@consilium/contract/notices/notice-kinds.ts'
import {
  noticeRoutes,
  type NoticePreferences,
  type Preference,
} from '@consilium/contract/notices/preferences.ts'
import { noticeTexts } from '@consilium/web-kit/words/notice-texts.ts'
import { frameTexts } from '../frame/texts.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Page, View, Visit } from '../visit.ts'
import styles from './style.css?inline'

const HALF_HOURS = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})

/** The API takes any minute, so a stored time between two half hours stays on the list. */
const halfHoursWith = (stored: string) =>
  [...new Set([...HALF_HOURS, stored])].toSorted().map((value) => ({ value, label: value }))

interface Shown {
  view: View
  preferences: NoticePreferences
}

/** When and how one kind of notice is told. Its fields have the place of the kind in the body. */
function Kind({ view, preferences, preference }: Shown & { preference: Preference }) {
  const t = view.say(noticeTexts)
  const { kinds, channels } = preferences
  const { kind, mode, isRequired } = preference
  const name = view.label(MESSAGE_KIND_LABELS, kind)
  const field = `kinds.${kinds.indexOf(preference)}`
  const isOff = mode === 'off'
  return (
    <div class="kind">
      <p>
        {name}
        {isRequired && <span class="note soft small">{t('required')}</span>}
      </p>
      <div class="ways">
        <select name={`${field}.mode`} aria-label={`${name} · ${t('when')}`}>
          {NOTICE_MODES.map((value) => (
            <option key={value} value={value} selected={value === mode}>
              {view.label(NOTICE_MODE_LABELS, value)}
            </option>
          ))}
        </select>
        {PERSONAL_CHANNELS.map((channel) => (
          <label key={channel} class="tick">
            <input
              type="checkbox"
              name={`${field}.${channel}`}
              aria-label={`${name} · ${t(channel)}`}
              checked={preference[channel] && !isOff}
              disabled={isOff || channels[channel] === null}
              data-chosen={preference[channel] ? '' : undefined}
              data-unreachable={channels[channel] === null ? '' : undefined}
            />
            {t(channel)}
          </label>
        ))}
      </div>
    </div>
  )
}

function Kinds({ view, preferences }: Shown) {
  const t = view.say(noticeTexts)
  const groups = Map.groupBy(preferences.kinds, ({ kind }) => NOTICE_KINDS[kind].category)
  return (
    <Section title={t('kind')}>
      <p class="soft small">{t('digestHint', { time: preferences.digestAt })}</p>
      {NOTICE_CATEGORIES.filter((each) => groups.has(each)).map((each) => (
        <div key={each} class="kinds">
          <h3>{view.label(NOTICE_CATEGORY_LABELS, each)}</h3>
          {groups.get(each)!.map((preference) => (
            <Kind key={preference.kind} view={view} preferences={preferences} preference={preference} />
          ))}
        </div>
      ))}
    </Section>
  )
}

function Quiet({ view, preferences: { quietFrom, quietUntil, language } }: Shown) {
  const t = view.say(noticeTexts)
  const languages = [
    { value: 'zh-CN', label: t('chinese') },
    { value: 'en', label: t('english') },
  ]
  const times = [
    ['quietFrom', t('from'), quietFrom],
    ['quietUntil', t('until'), quietUntil],
  ] as const
  return (
    <Section title={t('quiet')}>
      <div class="fields">
        {times.map(([name, label, value]) => (
          <SelectField
            key={name}
            view={view}
            name={name}
            label={label}
            value={value}
            isFixed
            options={halfHoursWith(value)}
          />
        ))}
        <SelectField
          view={view}
          name="language"
          label={t('language')}
          value={language}
          isFixed
          options={languages}
        />
      </div>
      <p class="soft small">{t('quietHint')}</p>
    </Section>
  )
}

/** How an expert is told of each kind of notice. */
export async function noticesPage(visit: Visit): Promise<Page> {
  const t = visit.say(noticeTexts)
  const preferences = await visit.client.call(noticeRoutes.preferences, {})
  const { channels, kinds } = preferences
  const shown = { view: visit, preferences }
  return {
    status: 200,
    title: t('title'),
    subtitle: t('subtitle'),
    back: '/messages',
    styles,
    body: (
      <>
        <Section title={t('channels')}>
          <Facts
            items={[
              [t('phone'), channels.sms ?? t('noSms')],
              [t('mailAddress'), channels.mail ?? t('noMail')],
            ]}
          />
        </Section>
        <Sending
          route={noticeRoutes.changePreferences}
          body={{ kinds: kinds.map(({ kind, mode, sms, mail }) => ({ kind, mode, sms, mail })) }}
          done={t('saved')}
        >
          <div class="settings" data-script="notices">
            <Kinds {...shown} />
            <Quiet {...shown} />
          </div>
          <div class="buttons">
            <Button type="submit">{visit.say(frameTexts)('save')}</Button>
          </div>
        </Sending>
      </>
    ),
  }
}
