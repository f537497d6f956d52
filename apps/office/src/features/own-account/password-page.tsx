import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import * as f from '@consilium/contract/fields.ts'
import { Alert, Checkbox, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { CodeField } from '../../components/forms/code-field.tsx'
import { PasswordField } from '../../components/forms/fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { isPhoneProven } from '@consilium/web-kit/login/proven-phone.ts'
import { sessionQuery, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ownAccountTexts } from '@consilium/web-kit/words/own-account-texts.ts'

const schema = accountRoutes.changePassword.body

export function Page() {
  const t = useTexts(ownAccountTexts)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()
  // An initial password that is the phone proves nothing, so a code to that phone is required.
  const [isProven] = useState(() => isPhoneProven(document.cookie))
  const [byCode, setByCode] = useState(user.mustChangePassword && user.userName === user.phone)
  const state = useRecordForm<z.input<typeof schema>, LoginAnswer>({
    schema,
    submit: (body) => call(accountRoutes.changePassword, { body }),
    onDone: () => {
      notifyDone(t('done'))
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(() => navigate({ to: '/' }))
    },
  })
  return (
    <>
      <PageHeader title={t(user.mustChangePassword ? 'chooseTitle' : 'title')} />
      <RecordForm state={state}>
        {user.mustChangePassword && (
          <Alert color="yellow" role="status">
            {t('first')}
          </Alert>
        )}
        {byCode && !isProven && <Text size="sm">{t('codeHint', { phone: user.phone ?? '' })}</Text>}
        {isProven ? null : byCode ? (
          <CodeField
            name="smsCode"
            isReady={user.phone !== null}
            send={() => call(accountRoutes.passwordCode, {})}
          />
        ) : (
          <PasswordField name="oldPassword" label={t('old')} autoComplete="current-password" />
        )}
        <PasswordField
          name="newPassword"
          label={t('fresh')}
          description={t('hint', { min: f.PASSWORD_MIN, max: f.PASSWORD_MAX })}
        />
        {user.phone !== null && !isProven && (
          <Checkbox
            label={t('byCode')}
            checked={byCode}
            onChange={({ currentTarget: { checked } }) => {
              setByCode(checked)
              state.form.setFieldValue('oldPassword', '')
              state.form.setFieldValue('smsCode', '')
            }}
          />
        )}
      </RecordForm>
    </>
  )
}
