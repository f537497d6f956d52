import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Route } from '@consilium/contract/route.ts'
import { Badge, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { Option } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../dialogs/notify.ts'
import { useErrorText } from '../dialogs/request-error.tsx'
import { statusTexts } from './status-texts.ts'
import { frameTexts } from '../texts.ts'

export type Status = keyof typeof STATUS_LABELS

/** Shows whether an account, a person or a plan is enabled. */
export function StatusBadge({ status }: { status: Status }) {
  const label = useLabel(STATUS_LABELS)
  return (
    <Badge variant="light" color={status === '0' ? 'teal' : 'gray'}>
      {label(status)}
    </Badge>
  )
}

export function useStatusOptions(): Option[] {
  const label = useLabel(STATUS_LABELS)
  return (Object.keys(STATUS_LABELS) as Status[]).map((value) => ({ value, label: label(value) }))
}

interface StatusSwitchProps {
  route: Route
  /** The request body without the status. */
  target: Record<string, unknown>
  status: Status
  name: string
  /** Additional consequences of disabling. */
  hint?: string
}

/** Disables a record after a confirmation, or enables it again. */
export function StatusSwitch({ route, target, status, name, hint }: StatusSwitchProps) {
  const t = useTexts(statusTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const send = useLooseSend(route)
  const [isAsking, setAsking] = useState(false)
  const isActive = status === '0'
  const change = async () => {
    try {
      await send.mutateAsync({ body: { ...target, status: isActive ? '1' : '0' } })
      notifyDone(frame('saved'))
    } catch (error) {
      notifyFailed(name, say(error))
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={
          isActive ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
        }
        loading={send.isPending}
        onClick={() => (isActive ? setAsking(true) : void change())}
      >
        {isActive ? t('disable') : t('restore')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('disableOne', { name })}
          confirmLabel={t('disable')}
          danger
          onConfirm={change}
          onClose={() => setAsking(false)}
        >
          {hint ?? t('disableHint')}
        </Confirm>
      )}
    </>
  )
}
