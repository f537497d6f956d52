import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { usePreference } from '../../lib/preferences.ts'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'
import type { Column } from './list-definition.ts'

/** The columns that this user wants to see; the first one names the row and stays. */
export function useChosenColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const usual = columns.filter(({ optional }) => !optional).map(({ key }) => key)
  const [keys, setKeys] = usePreference<string[]>(`columns.${list}`, usual)
  const chosen = columns.filter(({ key }, index) => index === 0 || keys.includes(key))
  return { chosen, keys, setKeys }
}

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  keys: string[]
  onChange: (keys: string[]) => void
}

export function ColumnChoice<Row>({ columns, keys, onChange }: ColumnChoiceProps<Row>) {
  const t = useTexts(frameTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus shadow="md" withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="group" aria-label={t('columns')}>
        <Stack gap="xs">
          {columns.slice(1).map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={keys.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...keys, key] : keys.filter((each) => each !== key))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
