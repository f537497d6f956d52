import {
  FIRST_AFTER_UNIT_LABELS,
  FIRST_AFTER_UNITS,
  REMINDER_KIND_LABELS,
  reminderRoutes,
  UNTIL_LABELS,
  type ReminderRule,
} from '@consilium/contract/notices/reminder-rules.ts'
import { Badge, Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Section } from '../../components/records/record-page.tsx'
import table from '../../components/table.module.css'
import { useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ReminderPreview } from './reminder-preview.tsx'
import { reminderTexts } from './reminder-texts.ts'

const ReminderDialog = onDemand(() => import('./reminder-dialog.tsx'))

const HEIGHT = 240
const COLORS = { current: 'teal', coming: 'lagoon', former: 'gray' } as const

/** Rules of a kind stand under one another, the newest first: what stands above the current one is still to come. */
const placeOf = (rule: ReminderRule, rules: readonly ReminderRule[]): keyof typeof COLORS => {
  if (rule.isCurrent) return 'current'
  const current = rules.find(({ kind, isCurrent }) => kind === rule.kind && isCurrent)
  return current === undefined || rule.validFrom > current.validFrom ? 'coming' : 'former'
}

function RuleRow({ rule, place }: { rule: ReminderRule; place: keyof typeof COLORS }) {
  const t = useTexts(reminderTexts)
  const kind = useLabel(REMINDER_KIND_LABELS)
  const unit = useLabel(FIRST_AFTER_UNIT_LABELS)
  const until = useLabel(UNTIL_LABELS)
  const { firstAfter, everyHours, atMost, isOn } = rule
  const unitName = FIRST_AFTER_UNITS[rule.kind]
  const space = unitName === 'dayOfMonth' ? '' : ' '
  return (
    <tr>
      <th scope="row" className={table['unbroken']}>
        {kind(rule.kind)}
      </th>
      <td className={table['unbroken']}>{rule.validFrom === '1970-01-01' ? '—' : rule.validFrom}</td>
      <td>
        <Badge variant="light" color={COLORS[place]}>
          {t(place)}
        </Badge>
      </td>
      <td className={table['unbroken']}>{isOn ? `${firstAfter}${space}${unit(unitName)}` : t('off')}</td>
      <td className={table['unbroken']}>
        {isOn && (everyHours === null ? t('once') : t('everyShown', { hours: everyHours }))}
      </td>
      <td className={table['figure']}>{isOn && atMost}</td>
      <td>{until(rule.kind)}</td>
    </tr>
  )
}

function Rules({ rules }: { rules: readonly ReminderRule[] }) {
  const t = useTexts(reminderTexts)
  return (
    <div className={table['scroll']} role="region" aria-label={t('title')} tabIndex={0}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('validFrom')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('first')}</th>
            <th scope="col">{t('every')}</th>
            <th scope="col" className={table['figure']}>
              {t('atMost')}
            </th>
            <th scope="col">{t('until')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRow key={rule.ruleId} rule={rule} place={placeOf(rule, rules)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The rules of reminders, and whom they remind at a meeting. */
export function Page() {
  const t = useTexts(reminderTexts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [reminderRoutes.rules.path],
    queryFn: ({ signal }) => call(reminderRoutes.rules, { signal }),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          may(reminderRoutes.createRule) && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
              {t('create')}
            </Button>
          )
        }
      />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      <Stack gap="md">
        <Section title={t('title')}>
          {data ? <Rules rules={data.rules} /> : <Skeleton height={HEIGHT} aria-busy />}
        </Section>
        <ReminderPreview />
      </Stack>
      {isOpen && <ReminderDialog onClose={() => setOpen(false)} />}
    </>
  )
}
