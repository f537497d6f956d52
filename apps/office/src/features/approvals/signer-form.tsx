import { approvalRoutes, SIGNER_PLACE_LABELS } from '@consilium/contract/approvals/approvals.ts'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { keywordOptions } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { useLabel } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { approvalTexts } from './texts.ts'

export const people = keywordOptions(approvalRoutes.people)

const PLACES = ['instead', 'before', 'after'] as const
type Place = (typeof PLACES)[number]

/** Passes the step on to one colleague, or adds one. */
export function SignerForm(props: { decisionId: number; stepId: number; onDone: () => void }) {
  const t = useTexts(approvalTexts)
  const place = useLabel(SIGNER_PLACE_LABELS)
  const send = useSend(approvalRoutes.signer)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ place: Place; userId: number | null }>({
    place: 'instead',
    userId: null,
  })
  const { decisionId, stepId, onDone } = props
  const { userId } = chosen
  if (!isOpen)
    return (
      <Group>
        <Button variant="subtle" onClick={() => setOpen(true)}>
          {t('otherPerson')}
        </Button>
      </Group>
    )
  const submit = async () => {
    if (userId === null) return
    await send.mutateAsync({ body: { decisionId, stepId, userId, place: chosen.place } })
    notifyDone(t('handled'))
    onDone()
  }
  return (
    <Stack gap="xs" component="section" aria-label={t('otherPerson')}>
      {send.error && <RequestError error={send.error} />}
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label={t('how')}
          value={chosen.place}
          data={PLACES.map((value) => ({ value, label: place(value) }))}
          onChange={({ currentTarget }) => setChosen({ ...chosen, place: currentTarget.value as Place })}
        />
        <RemoteSelect
          label={t('person')}
          source={people}
          value={userId}
          onChange={(next) => setChosen({ ...chosen, userId: next })}
        />
        <Button
          variant="default"
          disabled={userId === null}
          loading={send.isPending}
          onClick={() => void submit().catch(() => undefined)}
        >
          {place(chosen.place)}
        </Button>
      </Group>
    </Stack>
  )
}
