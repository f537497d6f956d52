import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { phone as phoneField } from '@consilium/contract/fields.ts'
import { Alert, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CodeField } from '../../components/forms/code-field.tsx'
import { PasswordField, PhoneField } from '../../components/forms/fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { typedText } from '../../components/forms/form-values.ts'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RecordForm, useFormAround } from '../../components/forms/record-form.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { orNothing } from '../../lib/format.ts'
import { isPhoneProven } from '@consilium/web-kit/login/proven-phone.ts'
import { useTexts } from '../../lib/texts.ts'
import { securityTexts } from '@consilium/web-kit/words/security-texts.ts'

const schema = accountRoutes.changeOwnPhone.body

/** The code goes to the phone entered above. */
function NewPhoneCode() {
  const { form } = useFormAround()
  const phone = typedText(form.getValues()['phone'])
  return (
    <CodeField
      name="smsCode"
      isReady={phoneField.safeParse(phone).success}
      send={() => call(accountRoutes.phoneCode, { body: { phone } })}
    />
  )
}

function ChangeDialog({ proposed, onClose }: { proposed: string | null; onClose: () => void }) {
  const t = useTexts(securityTexts)
  const client = useQueryClient()
  const [isProven] = useState(() => isPhoneProven(document.cookie))
  const state = useRecordForm<z.input<typeof schema>, LoginAnswer>({
    schema,
    initial: proposed === null ? {} : { phone: proposed },
    submit: (body) => call(accountRoutes.changeOwnPhone, { body }),
    onDone: () => {
      notifyDone(t('phoneDone'))
      void client.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormModal
      title={t(proposed === null ? 'changePhone' : 'confirmPhone')}
      isDirty={state.isDirty}
      onClose={onClose}
    >
      <RecordForm state={state} plain saveLabel={t('confirmChange')}>
        <PhoneField name="phone" label={t('newPhone')} />
        <NewPhoneCode />
        {!isProven && (
          <PasswordField name="oldPassword" label={t('ownPassword')} autoComplete="current-password" />
        )}
      </RecordForm>
    </FormModal>
  )
}

export function PhonePanel() {
  const t = useTexts(securityTexts)
  const [isChanging, setChanging] = useState(false)
  const { data } = useQuery({
    queryKey: ['account.ownPhone'],
    queryFn: () => call(accountRoutes.ownPhone, {}),
  })
  const pending = data?.pendingPhone ?? null
  return (
    <Section
      title={t('phone')}
      actions={
        <Button variant="default" onClick={() => setChanging(true)}>
          {pending === null ? t('changePhone') : t('confirmPhone')}
        </Button>
      }
    >
      <Text size="sm">{orNothing(data?.phone)}</Text>
      {pending !== null && (
        <Alert color="yellow" role="status" mt="sm">
          {t('phonePending', { phone: pending })}
        </Alert>
      )}
      {isChanging && <ChangeDialog proposed={pending} onClose={() => setChanging(false)} />}
    </Section>
  )
}
