import {
  listViewRoutes as routes,
  VIEW_NAME_MAX,
  VIEWS_OF_LIST_MAX,
  type ListView,
} from '@consilium/contract/list-views/list-views.ts'
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/requests/api.ts'
import { useTexts } from '../../../lib/texts.ts'
import { wheel } from '../../on-demand.tsx'
import { RequestError } from '../../dialogs/request-error.tsx'
import { frameTexts } from '../../texts.ts'
import { listTexts } from '../texts.ts'
import { ViewButton } from './view-button.tsx'
import classes from '../list.module.css'

type Held = Pick<ListView, 'query' | 'columns'>

interface ViewMenuProps {
  list: string
  current: () => Held
  onApply: (view: Held) => void
}

function useViews(list: string) {
  const client = useQueryClient()
  const queryKey = [routes.list.path, { list }]
  const read = useQuery({ queryKey, queryFn: ({ signal }) => call(routes.list, { query: { list }, signal }) })
  const write = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return { read, write, views: read.data?.views ?? [] }
}

/** Opens immediately, since its code is loaded on the first click. */
export default function ViewMenu({ list, current, onApply }: ViewMenuProps) {
  const t = useTexts(listTexts)
  const { read, write, views } = useViews(list)
  const [isOpen, setOpen] = useState(true)
  const [renamed, setRenamed] = useState<ListView | null>(null)
  const save = (name: string, onDone: () => void) => {
    const same = views.find((view) => view.name === name)
    const send = () => {
      if (renamed) return call(routes.update, { body: { viewId: renamed.viewId, name } })
      if (same) return call(routes.update, { body: { viewId: same.viewId, ...current() } })
      return call(routes.create, { body: { list, name, ...current() } })
    }
    const onSuccess = () => {
      setRenamed(null)
      onDone()
    }
    write.mutate(send, { onSuccess })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus shadow="md" withRoles={false}>
      <Popover.Target>
        <ViewButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={t('views')} maw={320}>
        <Stack gap="xs">
          {read.isPending && wheel}
          {read.error && <RequestError error={read.error} onRetry={() => void read.refetch()} />}
          {read.data && views.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('viewsHint')}
            </Text>
          )}
          {views.map((view) => (
            <ViewRow
              key={view.viewId}
              view={view}
              onApply={() => {
                onApply(view)
                setOpen(false)
              }}
              onRename={() => setRenamed(renamed?.viewId === view.viewId ? null : view)}
              onRemove={() => {
                if (renamed?.viewId === view.viewId) setRenamed(null)
                write.mutate(() => call(routes.remove, { params: { viewId: view.viewId } }))
              }}
            />
          ))}
          {write.error && <RequestError error={write.error} />}
          <NameForm
            key={renamed?.viewId ?? 'new'}
            renamed={renamed}
            isFull={views.length >= VIEWS_OF_LIST_MAX}
            isBusy={write.isPending || !read.data}
            onSave={save}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ViewRowProps {
  view: ListView
  onApply: () => void
  onRename: () => void
  onRemove: () => void
}

function ViewRow({ view: { name }, onApply, onRename, onRemove }: ViewRowProps) {
  const t = useTexts(listTexts)
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Button variant="subtle" justify="flex-start" flex={1} className={classes.view} onClick={onApply}>
        {name}
      </Button>
      <ActionIcon color="gray" aria-label={t('renameView', { name })} onClick={onRename}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon color="gray" aria-label={t('removeView', { name })} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface NameFormProps {
  renamed: ListView | null
  isFull: boolean
  isBusy: boolean
  onSave: (name: string, onDone: () => void) => void
}

/** The name of a new view, or the new one of the view that is renamed. */
function NameForm({ renamed, isFull, isBusy, onSave }: NameFormProps) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const [draft, setDraft] = useState(renamed?.name ?? '')
  const name = draft.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '' && !isBusy) onSave(name, () => setDraft(''))
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={renamed ? t('newViewName', { name: renamed.name }) : t('viewName')}
          value={draft}
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          disabled={isFull && !renamed}
          onChange={({ currentTarget: { value } }) => setDraft(value)}
        />
        <Button type="submit" disabled={name === ''} loading={isBusy}>
          {frame('save')}
        </Button>
      </Group>
    </form>
  )
}
