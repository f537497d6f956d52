import {
  INTENT_STATUS_LABELS,
  INTENT_STATUSES,
  type IntentStatus,
} from '@consilium/contract/publicity/publicity.ts'
import type { Route } from '@consilium/contract/route.ts'
import { NativeSelect } from '@mantine/core'
import { IntentBadge } from '../../components/records/intent-badge.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import type { Option } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { intentTexts } from './texts.ts'

export function useIntentStatuses(): Option[] {
  const label = useLabel(INTENT_STATUS_LABELS)
  return INTENT_STATUSES.map((value) => ({ value, label: label(value) }))
}

interface StatusSelectProps {
  route: Route
  intent: { intentId: number; status: IntentStatus; abilities: { changeStatus: boolean } }
  name: string
}

/** Status of an intent, changed in place by those who may. */
export function StatusSelect({ route, intent, name }: StatusSelectProps) {
  const t = useTexts(intentTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const options = useIntentStatuses()
  const send = useLooseSend(route)
  if (!intent.abilities.changeStatus) return <IntentBadge status={intent.status} />
  const change = async (status: string) => {
    try {
      await send.mutateAsync({ body: { intentId: intent.intentId, status } })
      notifyDone(frame('saved'))
    } catch (error) {
      notifyFailed(name, say(error))
    }
  }
  return (
    <NativeSelect
      aria-label={t('statusOf', { name })}
      data={options}
      value={intent.status}
      disabled={send.isPending}
      w={126}
      onChange={({ currentTarget: { value } }) => void change(value)}
    />
  )
}
