import { budgetRoutes, type BudgetChange, type ProjectMoney } from '@consilium/contract/budgets/budgets.ts'
import {
  EXPENSE_CATEGORIES,
  EXPENSE_LABELS,
  type ExpenseCategory,
} from '@consilium/contract/attendees/expenses.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import type { Route } from '@consilium/contract/route.ts'
import { RemoteField, SelectField } from '../../components/forms/choice-fields.tsx'
import { LongTextField, MoneyField, RadioField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import type { OptionSource } from '../../components/forms/option-source.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../../components/texts.ts'
import { budgetTexts } from './texts.ts'

export type Asked =
  | { kind: 'plan' }
  | { kind: 'change'; category: ExpenseCategory; amount: string }
  | { kind: 'decide'; change: BudgetChange }
  | { kind: 'allocate' }

const CHOICES = '20'
const meetingsOf = (projectId: number): OptionSource => ({
  route: meetingRoutes.list as unknown as Route,
  query: (keyword) => ({
    projectId: String(projectId),
    pageSize: CHOICES,
    ...(keyword === '' ? {} : { meetingName: keyword }),
  }),
  options: (rows) =>
    (rows as Meeting[]).map(({ meetingId, meetingName, businessId }) => ({
      value: String(meetingId),
      label: `${meetingName} · ${businessId}`,
    })),
})

function DecideDialog({ change, onClose }: { change: BudgetChange; onClose: () => void }) {
  const t = useTexts(budgetTexts)
  const { changeId, version } = change
  return (
    <FormDialog
      title={t('decide')}
      route={budgetRoutes.decideChange}
      initial={{ changeId, version, status: 'approved' }}
      onClose={onClose}
    >
      <RadioField
        name="status"
        label={t('decision')}
        options={[
          { value: 'approved', label: t('approve') },
          { value: 'refused', label: t('refuse') },
        ]}
      />
      <LongTextField name="opinion" label={t('opinion')} />
    </FormDialog>
  )
}

/** The dialogs of the money page. */
export default function MoneyDialog({
  asked,
  found,
  onClose,
}: {
  asked: Asked
  found: ProjectMoney
  onClose: () => void
}) {
  const t = useTexts(budgetTexts)
  const frame = useTexts(frameTexts)
  const label = useLabel(EXPENSE_LABELS)
  const { projectId, lines } = found
  const options = (wanted: readonly ExpenseCategory[]) =>
    wanted.map((value) => ({ value, label: label(value) }))
  const planned = lines.filter(({ hasLine }) => hasLine).map(({ category }) => category)
  if (asked.kind === 'plan')
    return (
      <FormDialog
        title={t('plan')}
        route={budgetRoutes.plan}
        initial={{ projectId }}
        doneText={(answer) => {
          const isAdded =
            (answer as ProjectMoney).lines.filter(({ hasLine }) => hasLine).length > planned.length
          return frame(isAdded ? 'saved' : 'awaitsApproval')
        }}
        onClose={onClose}
      >
        <SelectField
          name="category"
          label={t('category')}
          options={options(EXPENSE_CATEGORIES.filter((category) => !planned.includes(category)))}
        />
        <MoneyField name="amount" label={t('amount')} />
      </FormDialog>
    )
  if (asked.kind === 'change')
    return (
      <FormDialog
        title={`${t('change')} · ${label(asked.category)}`}
        route={budgetRoutes.askChange}
        saveLabel={t('change')}
        initial={{ projectId, category: asked.category, amount: asked.amount }}
        doneText={t('asked')}
        onClose={onClose}
      >
        <MoneyField name="amount" label={t('amount')} description={t('changeHint')} />
        <LongTextField name="reason" label={t('reason')} />
      </FormDialog>
    )
  if (asked.kind === 'allocate')
    return (
      <FormDialog title={t('allocate')} route={budgetRoutes.allocate} onClose={onClose}>
        <RemoteField name="meetingId" label={t('meeting')} source={meetingsOf(projectId)} />
        <SelectField name="category" label={t('category')} options={options(planned)} />
        <MoneyField name="amount" label={t('amount')} />
      </FormDialog>
    )
  return <DecideDialog change={asked.change} onClose={onClose} />
}
