import { BANK_FIELD_LABELS, BANK_FIELDS, type BankField } from '@consilium/contract/bank-files/bank-files.ts'
import {
  COLUMN_TEXT_MAX,
  COLUMN_TITLE_MAX,
  FIELDS_NEEDING_TEXT,
  FIELDS_WITH_TEXT,
  PRESET_COLUMNS_MAX,
} from '@consilium/contract/bank-files/bank-presets.ts'
import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { presetTexts } from './texts.ts'

export interface EditedColumn {
  title: string
  field: BankField
  value: string | null
}

export const NEW_COLUMN: EditedColumn = { title: '', field: 'empty', value: null }

/** What an empty form begins with, since no bank pays without them. */
export const FIRST_COLUMNS: readonly EditedColumn[] = [
  { title: '收款账号', field: 'payeeAccount', value: null },
  { title: '收款户名', field: 'payeeName', value: null },
  { title: '金额', field: 'amount', value: null },
]

const BUTTON = 40

function IconButton({
  id,
  label,
  disabled = false,
  onClick,
  children,
}: {
  id: string
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon
      id={id}
      variant="subtle"
      color="gray"
      size={BUTTON}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

interface RowProps {
  /** Beginning of the ids of its controls. */
  id: string
  place: number
  count: number
  column: EditedColumn
  /** The form was refused, so that what is missing is marked. */
  isMarked: boolean
  onChange: (column: EditedColumn) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function Inputs({
  id,
  column,
  isMarked,
  onChange,
}: Pick<RowProps, 'id' | 'column' | 'isMarked' | 'onChange'>) {
  const t = useTexts(presetTexts)
  const label = useLabel(BANK_FIELD_LABELS)
  const { title, field, value } = column
  const hasText = FIELDS_WITH_TEXT.includes(field)
  const lacksText = FIELDS_NEEDING_TEXT.includes(field) && (value ?? '').trim() === ''
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs">
      <TextInput
        id={`${id}-title`}
        label={t('columnTitle')}
        maxLength={COLUMN_TITLE_MAX}
        value={title}
        error={isMarked && title.trim() === '' ? t('needsTitle') : undefined}
        onChange={({ currentTarget }) => onChange({ ...column, title: currentTarget.value })}
      />
      <NativeSelect
        label={t('columnField')}
        value={field}
        data={BANK_FIELDS.map((each) => ({ value: each, label: label(each) }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as BankField
          onChange({ ...column, field: next, value: FIELDS_WITH_TEXT.includes(next) ? value : null })
        }}
      />
      {hasText && (
        <TextInput
          label={t(field === 'fixed' ? 'fixedText' : 'ownBank')}
          {...(field === 'fixed' ? {} : { title: t('ownBankHint') })}
          maxLength={COLUMN_TEXT_MAX}
          value={value ?? ''}
          error={isMarked && lacksText ? t('needsText') : undefined}
          onChange={({ currentTarget }) => onChange({ ...column, value: currentTarget.value })}
        />
      )}
    </SimpleGrid>
  )
}

function Row({ place, count, onMove, onRemove, ...inputs }: RowProps) {
  const t = useTexts(presetTexts)
  const { id } = inputs
  const number = place + 1
  const name = t('column', { number })
  return (
    <Paper withBorder p="xs" radius="md" role="group" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          <IconButton
            id={`${id}-up`}
            label={t('moveUp', { number })}
            disabled={place === 0}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={18} aria-hidden />
          </IconButton>
          <IconButton
            id={`${id}-down`}
            label={t('moveDown', { number })}
            disabled={number === count}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={18} aria-hidden />
          </IconButton>
          <IconButton id={`${id}-remove`} label={t('removeColumn', { number })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </IconButton>
        </Group>
      </Group>
      <Inputs {...inputs} />
    </Paper>
  )
}

/** Focuses a control once the columns are drawn in their new order, so that somebody at a keyboard stays with a column. */
const focusSoon = (...ids: readonly string[]): void => {
  requestAnimationFrame(() => {
    const controls = ids.map((id) => document.querySelector<HTMLButtonElement>(`[id="${id}"]`))
    controls.find((control) => control !== null && !control.disabled)?.focus()
  })
}

interface ColumnEditorProps {
  columns: readonly EditedColumn[]
  isMarked: boolean
  onChange: (columns: readonly EditedColumn[]) => void
}

/** The columns of a bank file in their order; all of it works without a pointer. */
export function ColumnEditor({ columns, isMarked, onChange }: ColumnEditorProps) {
  const t = useTexts(presetTexts)
  const own = useId()
  const idOf = (place: number) => `${own}-${place}`
  const count = columns.length
  const move = (place: number, by: 1 | -1) => {
    const to = place + by
    onChange(columns.with(to, columns[place]!).with(place, columns[to]!))
    const [way, back] = by < 0 ? ['up', 'down'] : ['down', 'up']
    focusSoon(`${idOf(to)}-${way}`, `${idOf(to)}-${back}`)
  }
  const remove = (place: number) => {
    onChange(columns.toSpliced(place, 1))
    focusSoon(`${idOf(Math.min(place, count - 2))}-remove`, `${own}-add`)
  }
  const add = () => {
    onChange([...columns, NEW_COLUMN])
    focusSoon(`${idOf(count)}-title`)
  }
  return (
    <Stack gap="xs">
      {columns.map((column, place) => (
        <Row
          key={place}
          id={idOf(place)}
          place={place}
          count={count}
          column={column}
          isMarked={isMarked}
          onChange={(changed) => onChange(columns.with(place, changed))}
          onMove={(by) => move(place, by)}
          onRemove={() => remove(place)}
        />
      ))}
      {count < PRESET_COLUMNS_MAX && (
        <Button
          id={`${own}-add`}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('addColumn')}
        </Button>
      )}
    </Stack>
  )
}
