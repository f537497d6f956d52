import { budgetRoutes, type BudgetChange, type ProjectMoney } from '@consilium/contract/budgets/budgets.ts'
import { EXPENSE_LABELS } from '@consilium/contract/attendees/expenses.ts'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDecidedBy } from '../../components/records/decided-by.ts'
import { TextLink } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { RecordPage, Section, useRecord } from '../../components/records/record-page.tsx'
import table from '../../components/table.module.css'
import { usePhone } from '../../components/forms/use-phone.ts'
import { call } from '../../lib/requests/api.ts'
import { money, orNothing, useLabel, yuan } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import WaitingLine from '../approvals/waiting-line.tsx'
import { MoneyChart } from './money-chart.tsx'
import type { Asked } from './money-dialogs.tsx'
import { budgetTexts } from './texts.ts'
import classes from './money-page.module.css'

const MoneyDialog = onDemand(() => import('./money-dialogs.tsx'))

const FIGURES = ['planned', 'committed', 'actual', 'free', 'allocated'] as const
const STATUS_LABELS = {
  pending: { 'zh-CN': '待审批', en: 'Pending' },
  approved: { 'zh-CN': '已批准', en: 'Approved' },
  refused: { 'zh-CN': '已拒绝', en: 'Refused' },
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
  stale: { 'zh-CN': '内容已变更', en: 'Content changed' },
} as const

type Figures = Partial<Record<(typeof FIGURES)[number], string>>

/** Without a budget nothing is planned, so nothing is free or missing either. */
const shownOf =
  ({ lines }: ProjectMoney) =>
  (figures: Figures, figure: (typeof FIGURES)[number]): string =>
    (figure === 'planned' || figure === 'free') && !lines.some(({ hasLine }) => hasLine)
      ? orNothing(null)
      : money(figures[figure] ?? null)

interface PartProps {
  found: ProjectMoney
  onAsk: (asked: Asked) => void
}

function ChangeButton({ line, onAsk }: { line: ProjectMoney['lines'][number]; onAsk: PartProps['onAsk'] }) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  return (
    <Button
      variant="subtle"
      aria-label={`${t('change')} · ${label(line.category)}`}
      onClick={() => onAsk({ kind: 'change', category: line.category, amount: line.planned })}
    >
      {t('change')}
    </Button>
  )
}

/** On a phone a card for each category, since the table would cut its figures. */
function LineCards({ found, onAsk }: PartProps) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  const { lines, total, abilities } = found
  const shown = shownOf(found)
  const cards = [
    ...lines.map((line) => ({
      key: line.category as string,
      name: label(line.category),
      figures: line,
      line,
    })),
    { key: 'total', name: t('total'), figures: { ...total, allocated: undefined }, line: undefined },
  ]
  return (
    <ul className={classes.cards} aria-label={t('lines')}>
      {cards.map(({ key, name, figures, line }) => (
        <li key={key}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <dl className={classes.figures}>
            {FIGURES.filter((figure) => figures[figure] !== undefined).map((figure) => (
              <div key={figure}>
                <dt>{t(figure)}</dt>
                <dd>{shown(figures, figure)}</dd>
              </div>
            ))}
          </dl>
          {abilities.plan && line?.hasLine && <ChangeButton line={line} onAsk={onAsk} />}
        </li>
      ))}
    </ul>
  )
}

function Lines({ found, onAsk }: PartProps) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  const { lines, total, abilities } = found
  const shown = shownOf(found)
  const mayChange = abilities.plan && lines.some(({ hasLine }) => hasLine)
  return (
    <div className={table['scroll']} tabIndex={0} role="region" aria-label={t('lines')}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('category')}</th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col" style={{ textAlign: 'right' }}>
                {t(figure)}
              </th>
            ))}
            {mayChange && <th scope="col">{t('change')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.category}>
              <th scope="row">{label(line.category)}</th>
              {FIGURES.map((figure) => (
                <td key={figure} style={{ textAlign: 'right' }}>
                  {shown(line, figure)}
                </td>
              ))}
              {mayChange && <td>{line.hasLine && <ChangeButton line={line} onAsk={onAsk} />}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {(['planned', 'committed', 'actual', 'free'] as const).map((figure) => (
              <td key={figure} style={{ textAlign: 'right', fontWeight: 600 }}>
                {shown(total, figure)}
              </td>
            ))}
            <td />
            {mayChange && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function ChangeLine({ change, onAsk }: { change: BudgetChange; onAsk: PartProps['onAsk'] }) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  const status = useLabel(STATUS_LABELS)
  const decidedBy = useDecidedBy()
  return (
    <Group gap="sm" justify="space-between" component="li">
      <Text size="sm" style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
        {label(change.category)} · {t('before')} {yuan(change.amountBefore)} · {t('after')}{' '}
        {yuan(change.amount)} · {change.reason} · {t('askedBy')} {orNothing(change.askedByName)}
        {change.decidedByName !== null && ` · ${t('decidedBy')} ${decidedBy(change)}`}
      </Text>
      <Group gap="xs">
        <Badge variant="light" color={change.status === 'pending' ? 'yellow' : 'gray'}>
          {status(change.status)}
        </Badge>
        {change.abilities.decide && (
          <Button
            variant="light"
            aria-label={`${t('decide')} · ${label(change.category)}`}
            onClick={() => onAsk({ kind: 'decide', change })}
          >
            {t('decide')}
          </Button>
        )}
      </Group>
    </Group>
  )
}

/** Lines that are asked for and not in the budget yet. */
function LinesWaiting({ found: { waiting } }: { found: ProjectMoney }) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  if (waiting.length === 0) return null
  return (
    <Section title={t('linesWaiting')}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {waiting.map((each) => (
          <li key={each.decisionId}>
            <WaitingLine waiting={each} subject={`${label(each.category)} ${yuan(each.amount)}`} mayDecide />
          </li>
        ))}
      </Stack>
    </Section>
  )
}

function Changes({ found, onAsk }: PartProps) {
  const t = useTexts(budgetTexts)
  const { projectId } = found
  const { data = [] } = useQuery({
    queryKey: [budgetRoutes.listChanges.path, projectId],
    queryFn: async ({ signal }) =>
      (await call(budgetRoutes.listChanges, { query: { projectId, pageSize: 50 }, signal })).rows,
  })
  if (data.length === 0) return null
  return (
    <Section title={t('changes')}>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {data.map((change) => (
          <ChangeLine key={change.changeId} change={change} onAsk={onAsk} />
        ))}
      </ul>
    </Section>
  )
}

function Allocations({ found }: { found: ProjectMoney }) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  if (found.allocations.length === 0) return null
  return (
    <Section title={t('allocations')}>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {found.allocations.map(({ meetingId, meetingName, category, amount }) => (
          <li key={`${meetingId} ${category}`}>
            <TextLink to={`/meetings/${meetingId}`} size="sm">
              {meetingName}
            </TextLink>{' '}
            · {label(category)} · {yuan(amount)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Without any planned line there is nothing that a bar could be a share of. */
const isPlanned = (lines: ProjectMoney['lines']): boolean => lines.some(({ hasLine }) => hasLine)

/** What a project planned, committed and spent, as a chart and a table that add up. */
export function Page() {
  const t = useTexts(budgetTexts)
  const { projectId }: { projectId?: string } = useParams({ strict: false })
  const [asked, setAsked] = useState<Asked | null>(null)
  const isPhone = usePhone()
  const projectName = useRecord(projectRoutes.get, { projectId }).data?.projectName
  return (
    <RecordPage
      route={budgetRoutes.money}
      params={{ projectId }}
      title={() => t('title')}
      subtitle={() => projectName}
      backTo={`/projects/${projectId}`}
      trail={() => (projectName === undefined ? [] : [{ label: projectName, to: `/projects/${projectId}` }])}
      actions={({ abilities, lines }) =>
        abilities.plan &&
        isPlanned(lines) && (
          <>
            <Button variant="default" onClick={() => setAsked({ kind: 'allocate' })}>
              {t('allocate')}
            </Button>
            <Button onClick={() => setAsked({ kind: 'plan' })}>{t('plan')}</Button>
          </>
        )
      }
    >
      {(found) => (
        <>
          <Section title={t('lines')}>
            {isPlanned(found.lines) ? (
              <MoneyChart lines={found.lines} />
            ) : (
              <Group gap="sm">
                <Text size="sm">{t(found.lines.length === 0 ? 'none' : 'noBudget')}</Text>
                {found.abilities.plan && (
                  <Button onClick={() => setAsked({ kind: 'plan' })}>{t('plan')}</Button>
                )}
              </Group>
            )}
            <Text size="sm" c="dimmed" my="sm">
              {t('explained')}
            </Text>
            {found.lines.length > 0 &&
              (isPhone ? (
                <LineCards found={found} onAsk={setAsked} />
              ) : (
                <Lines found={found} onAsk={setAsked} />
              ))}
          </Section>
          <LinesWaiting found={found} />
          <Changes found={found} onAsk={setAsked} />
          <Allocations found={found} />
          {asked && <MoneyDialog asked={asked} found={found} onClose={() => setAsked(null)} />}
        </>
      )}
    </RecordPage>
  )
}
