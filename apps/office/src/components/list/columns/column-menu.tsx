import { Checkbox, Popover, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { listTexts } from '../texts.ts'
import { ColumnButton } from './column-button.tsx'
import type { Density } from '../list-rows.ts'

interface ColumnMenuProps {
  choices: readonly { key: string; label: string }[]
  keys: string[]
  onChange: (keys: string[]) => void
  density: Density
  onDensity: (density: Density) => void
}

/** Opens immediately, since its code is loaded on the first click. */
export default function ColumnMenu({ choices, keys, onChange, density, onDensity }: ColumnMenuProps) {
  const t = useTexts(listTexts)
  const [isOpen, setOpen] = useState(true)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus shadow="md" withRoles={false}>
      <Popover.Target>
        <ColumnButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={t('columns')}>
        <Stack gap="xs">
          {choices.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={keys.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...keys, key] : keys.filter((each) => each !== key))
              }
            />
          ))}
          <Checkbox
            label={t('compact')}
            checked={density === 'compact'}
            onChange={({ currentTarget: { checked } }) => onDensity(checked ? 'compact' : 'usual')}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
