import {
  FIRST_AFTER_UNITS,
  REMINDER_KIND_LABELS,
  reminderRoutes,
  UNTIL_LABELS,
  type ReminderRule,
} from '@consilium/contract/notices/reminder-rules.ts'
import { Badge, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { usePhone } from '../../components/forms/use-phone.ts'
import { Facts, Section } from '../../components/records/record-page.tsx'
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

/** What a rule says, in words; nothing of one that is switched off but that. */
function useWords() {
  const t = useTexts(reminderTexts)
  const until = useLabel(UNTIL_LABELS)
  return ({ kind, validFrom, firstAfter, everyHours, atMost, isOn }: ReminderRule) => ({
    validFrom: validFrom === '1970-01-01' ? '—' : validFrom,
    first: t(isOn ? FIRST_AFTER_UNITS[kind] : 'off', { count: firstAfter }),
    every: isOn && (everyHours === null ? t('once') : t('everyShown', { count: everyHours })),
    atMost: isOn && atMost,
    until: until(kind),
  })
}

interface RulesProps {
  rules: readonly ReminderRule[]
}

function PlaceBadge({ rule, rules }: RulesProps & { rule: ReminderRule }) {
  const t = useTexts(reminderTexts)
  const place = placeOf(rule, rules)
  return (
    <Badge variant="light" color={COLORS[place]}>
      {t(place)}
    </Badge>
  )
}

function RulesTable({ rules }: RulesProps) {
  const t = useTexts(reminderTexts)
  const kind = useLabel(REMINDER_KIND_LABELS)
  const wordsOf = useWords()
  return (
    <div className={table['scroll']} role="group" aria-label={t('title')} tabIndex={0}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('validFrom')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('first')}</th>
            <th scope="col">{t('repeated')}</th>
            <th scope="col" className={table['figure']}>
              {t('atMost')}
            </th>
            <th scope="col">{t('until')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => {
            const words = wordsOf(rule)
            return (
              <tr key={rule.ruleId}>
                <th scope="row" className={table['unbroken']}>
                  {kind(rule.kind)}
                </th>
                <td className={table['unbroken']}>{words.validFrom}</td>
                <td>
                  <PlaceBadge rule={rule} rules={rules} />
                </td>
                <td className={table['unbroken']}>{words.first}</td>
                <td className={table['unbroken']}>{words.every}</td>
                <td className={table['figure']}>{words.atMost}</td>
                <td>{words.until}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone, where seven columns have no room. */
function RulesList({ rules }: RulesProps) {
  const t = useTexts(reminderTexts)
  const kind = useLabel(REMINDER_KIND_LABELS)
  const wordsOf = useWords()
  return rules.map((rule) => {
    const { validFrom, first, every, atMost, until } = wordsOf(rule)
    return (
      <Stack key={rule.ruleId} component="section" aria-label={kind(rule.kind)} gap="xs" mb="lg">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h6">
            {kind(rule.kind)}
          </Title>
          <PlaceBadge rule={rule} rules={rules} />
        </Group>
        <Facts
          items={[
            [t('first'), first],
            ...(every === false ? [] : ([[t('repeated'), every]] as const)),
            ...(atMost === false ? [] : ([[t('atMost'), atMost]] as const)),
            [t('validFrom'), validFrom],
            [t('until'), until],
          ]}
        />
      </Stack>
    )
  })
}

function Rules({ rules }: RulesProps) {
  return usePhone() ? <RulesList rules={rules} /> : <RulesTable rules={rules} />
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
