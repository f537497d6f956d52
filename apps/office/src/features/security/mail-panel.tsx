import { ownMailRoutes, type OwnMail } from '@consilium/contract/accounts/own-mail.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { Section } from '../../components/records/record-page.tsx'
import { minute, orNothing } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { mailTexts } from '@consilium/web-kit/words/mail-texts.ts'
import { dated } from '../../components/dated.tsx'

const schema = ownMailRoutes.propose.body
const queryKey = ['ownMail.get']

function ProposeDialog({ initial, onClose }: { initial: string | null; onClose: () => void }) {
  const t = useTexts(mailTexts)
  const client = useQueryClient()
  const state = useRecordForm<z.input<typeof schema>, OwnMail>({
    schema,
    initial: initial === null ? {} : { address: initial },
    submit: (body) => call(ownMailRoutes.propose, { body }),
    onDone: (mail) => {
      notifyDone(t('sent'))
      client.setQueryData(queryKey, mail)
      onClose()
    },
  })
  return (
    <FormModal title={t(initial === null ? 'add' : 'change')} isDirty={state.isDirty} onClose={onClose}>
      <RecordForm state={state} plain saveLabel={t('send')}>
        <TextField name="address" label={t('address')} type="email" autoComplete="email" />
      </RecordForm>
    </FormModal>
  )
}

/** What stands in the way of mails, with what to do. */
function State({ mail }: { mail: OwnMail }) {
  const t = useTexts(mailTexts)
  const { pendingAddress: address, pendingUntil, unreachableSince } = mail
  return (
    <>
      {unreachableSince !== null && (
        <Alert color="orange" role="status" mt="sm">
          {dated(t('unreachable', { since: minute(unreachableSince) }))}
        </Alert>
      )}
      {address !== null && (
        <Alert color="yellow" role="status" mt="sm">
          {dated(t('pending', { address, until: minute(pendingUntil) }))}
        </Alert>
      )}
    </>
  )
}

function Removal({ onClose }: { onClose: () => void }) {
  const t = useTexts(mailTexts)
  const client = useQueryClient()
  const remove = async () => {
    client.setQueryData(queryKey, await call(ownMailRoutes.remove, {}))
    notifyDone(t('removed'))
  }
  return (
    <Confirm title={t('removeAsk')} confirmLabel={t('remove')} danger onConfirm={remove} onClose={onClose}>
      {t('removeHint')}
    </Confirm>
  )
}

/** Where notices go by mail. */
export function MailPanel() {
  const t = useTexts(mailTexts)
  const [open, setOpen] = useState<'propose' | 'remove' | null>(null)
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call(ownMailRoutes.get, {}) })
  const known = data?.address ?? data?.pendingAddress ?? null
  const close = () => setOpen(null)
  return (
    <Section
      title={t('mail')}
      actions={
        data && (
          <Group gap="xs">
            {known !== null && (
              <Button variant="subtle" color="red" onClick={() => setOpen('remove')}>
                {t('remove')}
              </Button>
            )}
            {data.isOffered && (
              <Button variant="default" onClick={() => setOpen('propose')}>
                {t(known === null ? 'add' : 'change')}
              </Button>
            )}
          </Group>
        )
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      <Text size="sm">{orNothing(data?.address)}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {t(data?.isOffered === false ? 'notOffered' : 'hint')}
      </Text>
      {data && <State mail={data} />}
      {open === 'propose' && <ProposeDialog initial={known} onClose={close} />}
      {open === 'remove' && <Removal onClose={close} />}
    </Section>
  )
}
