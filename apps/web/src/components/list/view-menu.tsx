import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'
import { listTexts } from './texts.ts'
import { ViewButton, type View } from './view-button.tsx'
import classes from './list.module.css'

const NAME_MAX = 40
const VIEWS_MAX = 20

interface ViewMenuProps {
  views: readonly View[]
  current: () => Omit<View, 'name'>
  onApply: (view: View) => void
  onChange: (views: View[]) => void
}

/** Opens immediately, since its code is loaded on the first click. */
export default function ViewMenu({ views, current, onApply, onChange }: ViewMenuProps) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const [isOpen, setOpen] = useState(true)
  const [draft, setDraft] = useState('')
  const name = draft.trim()
  const without = (gone: string) => views.filter((view) => view.name !== gone)
  const save = () => {
    onChange([...without(name), { name, ...current() }])
    setDraft('')
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus shadow="md" withRoles={false}>
      <Popover.Target>
        <ViewButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={t('views')} maw={320}>
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('viewsHint')}
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap" justify="space-between">
              <Button
                variant="subtle"
                justify="flex-start"
                flex={1}
                className={classes.view}
                onClick={() => {
                  onApply(view)
                  setOpen(false)
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                color="gray"
                aria-label={t('removeView', { name: view.name })}
                onClick={() => onChange(without(view.name))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (name !== '') save()
            }}
          >
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label={t('viewName')}
                value={draft}
                maxLength={NAME_MAX}
                disabled={views.length >= VIEWS_MAX}
                onChange={({ currentTarget: { value } }) => setDraft(value)}
              />
              <Button type="submit" disabled={name === ''}>
                {frame('save')}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
