import type { Route } from '@consilium/contract/route.ts'
import { Badge, Button } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../dialogs/confirm.tsx'
import type { Filter } from '../list/list-definition.ts'
import { notifyDone, notifyFailed } from '../dialogs/notify.ts'
import { useErrorText } from '../dialogs/request-error.tsx'
import { archiveTexts } from './archive-texts.ts'
import { frameTexts } from '../texts.ts'

interface ArchiveButtonProps {
  route: Route
  /** The request body without `archived`. */
  target: Record<string, unknown>
  archivedTime: string | null
  name: string
}

/** Archives a record after a confirmation, or restores it. */
export function ArchiveButton({ route, target, archivedTime, name }: ArchiveButtonProps) {
  const t = useTexts(archiveTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const send = useLooseSend(route)
  const [isAsking, setAsking] = useState(false)
  const isArchived = archivedTime !== null
  const change = async () => {
    try {
      await send.mutateAsync({ body: { ...target, archived: !isArchived } })
      notifyDone(frame('saved'))
    } catch (error) {
      notifyFailed(name, say(error))
    }
  }
  const Icon = isArchived ? IconArchiveOff : IconArchive
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={send.isPending}
        onClick={() => (isArchived ? void change() : setAsking(true))}
      >
        {isArchived ? t('unarchive') : t('archive')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('archiveOne', { name })}
          confirmLabel={t('archive')}
          danger
          onConfirm={change}
          onClose={() => setAsking(false)}
        >
          {t('archiveHint')}
        </Confirm>
      )}
    </>
  )
}

/** Shown for archived records only. */
export function ArchivedBadge({ archivedTime }: { archivedTime: string | null }) {
  const t = useTexts(archiveTexts)
  if (archivedTime === null) return null
  return (
    <Badge variant="light" color="yellow" ml="xs">
      {t('archived')}
    </Badge>
  )
}

/** The filter that makes a list show archived records. */
export function useArchivedFilter(): Filter {
  const t = useTexts(archiveTexts)
  return {
    kind: 'select',
    name: 'archived',
    label: t('archive'),
    options: [{ value: 'true', label: t('archived') }],
  }
}
