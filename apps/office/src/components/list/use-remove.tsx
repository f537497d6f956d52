import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { callLoosely } from '../../lib/requests/api.ts'
import { defer, UNDO_MS, type Deferred } from '../../lib/requests/pending.ts'
import { newKey } from '@consilium/contract/client.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { useErrorNote } from '../records/in-use.tsx'
import { dismissToast, notifyFailed, toast } from '../dialogs/notify.ts'
import { frameTexts } from '../texts.ts'
import { listTexts } from './texts.ts'
import type { Removal } from './list-definition.ts'

/** Deletes one record after a delay in which it can be undone. */
export function useRemoveWithUndo({
  route,
  param,
}: Pick<Removal<unknown>, 'route' | 'param'>): (id: number, title: string) => void {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const client = useQueryClient()
  const say = useErrorNote()
  return (id, title) => {
    const deferred = defer(route.path, [id], () =>
      callLoosely(route, { params: { [param]: String(id) }, keepalive: true })
        .then(() => refresh(client))
        .catch((error: unknown) => notifyFailed(title, say(error))),
    )
    offerUndo({ message: t('removed', { name: title }), undo: frame('undo'), deferred })
  }
}

function offerUndo({ message, undo, deferred }: { message: string; undo: string; deferred: Deferred }): void {
  const id = newKey()
  toast({
    id,
    autoClose: UNDO_MS,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          variant="light"
          onClick={() => {
            deferred.undo()
            dismissToast(id)
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
  })
}
