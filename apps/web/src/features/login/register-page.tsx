import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { ExpertRegister, expertRoutes } from '@consilium/contract/experts/experts.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { halfWidth } from '@consilium/contract/half-width.ts'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import * as f from '@consilium/contract/fields.ts'
import { OrganizationRegister, organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { PRIVACY_PATH } from '@consilium/contract/addresses.ts'
import type { Route } from '@consilium/contract/route.ts'
import { Alert, Anchor, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconBuildingBank, IconCalendarEvent, IconStethoscope, type Icon } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { PasswordField, PhoneField, TextField, useField } from '../../components/forms/fields.tsx'
import type { ObjectSchema } from '../../components/forms/form-values.ts'
import { LinkButton, PlainLink, TextLink } from '../../components/links.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call, callLoosely } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { loginTexts } from './texts.ts'
import { useArrival } from './use-arrival.ts'
import classes from './register-page.module.css'

/** Other clients may leave it out. */
const AGREED = { privacyVersion: true } as const

const KINDS = {
  expert: { route: expertRoutes.register, schema: ExpertRegister.required(AGREED), icon: IconStethoscope },
  executor: {
    route: organizationRoutes.registerExecutor,
    schema: OrganizationRegister.required(AGREED),
    icon: IconCalendarEvent,
  },
  sponsor: {
    route: organizationRoutes.registerSponsor,
    schema: OrganizationRegister.required(AGREED),
    icon: IconBuildingBank,
  },
} as const satisfies Record<string, { route: Route; schema: ObjectSchema; icon: Icon }>
type Kind = keyof typeof KINDS

function Choice() {
  const t = useTexts(loginTexts)
  return (
    <Stack gap="sm">
      {(Object.keys(KINDS) as Kind[]).map((kind) => {
        const KindIcon = KINDS[kind].icon
        return (
          <PlainLink key={kind} to={`/register/${kind}`} className={classes.kind}>
            <KindIcon size={28} stroke={1.5} aria-hidden />
            <span>
              <Text component="span" display="block" fw={600}>
                {t(kind)}
              </Text>
              <Text component="span" display="block" size="sm" c="dimmed">
                {t(`${kind}Hint`)}
              </Text>
            </span>
          </PlainLink>
        )
      })}
    </Stack>
  )
}

function OrganizationFields() {
  const t = useTexts(loginTexts)
  return (
    <>
      <TextField name="orgName" label={t('orgName')} autoComplete="organization" />
      <TextField name="businessNature" label={t('businessNature')} />
      <TextField name="name" label={t('contactName')} autoComplete="name" />
      <TextField
        name="userName"
        label={t('userName')}
        autoComplete="username"
        description={t('userNameHint', { min: f.USER_NAME_MIN, max: f.USER_NAME_MAX })}
      />
    </>
  )
}

function ExpertFields() {
  const t = useTexts(loginTexts)
  return (
    <>
      <TextField name="name" label={t('name')} autoComplete="name" />
      <TextField name="unit" label={t('unit')} autoComplete="organization" />
      <TextField name="department" label={t('department')} />
      <TextField name="title" label={t('jobTitle')} />
    </>
  )
}

/** Asked for by every page; the service notes the version that was shown. */
function PrivacyField() {
  const t = useTexts(loginTexts)
  const { value, set, input } = useField('privacyVersion')
  const { version } = PRIVACY_NOTICE
  return (
    <Checkbox
      name="privacyVersion"
      data-path="privacyVersion"
      label={
        <span>
          {t('agreeTo')}
          <Anchor href={PRIVACY_PATH} target="_blank" inherit underline="always">
            {t('privacyNotice')}
          </Anchor>
        </span>
      }
      checked={value === version}
      error={input.error as ReactNode}
      onChange={(event) => set(event.currentTarget.checked ? version : '')}
    />
  )
}

interface RegisterFormProps {
  kind: Kind
  onDone: (isLoggedIn: boolean) => void
}

function RegisterForm({ kind, onDone }: RegisterFormProps) {
  const t = useTexts(loginTexts)
  const { route, schema } = KINDS[kind]
  const state = useRecordForm<Record<string, unknown>, LoginAnswer | null>({
    schema,
    submit: async (body, headers) => {
      await callLoosely(route, { body, headers })
      const { userName, phone, password } = body as Record<'userName' | 'phone' | 'password', string>
      // Registered is logged in. If that fails, the account is there and the login page asks.
      const login = { username: userName ?? halfWidth(phone), password }
      return call(accountRoutes.login, { body: login }).catch(() => null)
    },
    onDone: (answer) => onDone(answer !== null && answer.secondFactor === null),
  })
  return (
    <RecordForm state={state} plain cancelTo="/register" saveLabel={t('register')}>
      {kind === 'expert' ? <ExpertFields /> : <OrganizationFields />}
      <PhoneField name="phone" label={t('phone')} />
      <SmsCodeField name="smsCode" purpose="register" />
      <PasswordField
        name="password"
        label={t('password')}
        description={t('passwordHint', { min: f.PASSWORD_MIN, max: f.PASSWORD_MAX })}
      />
      <PrivacyField />
    </RecordForm>
  )
}

export function Page() {
  const t = useTexts(loginTexts)
  const { kind }: { kind?: string } = useParams({ strict: false })
  const [isDone, setDone] = useState(false)
  const arrive = useArrival()
  const known = kind !== undefined && kind in KINDS ? (kind as Kind) : null
  const title = known ? t('registerAs', { kind: t(known) }) : t('chooseKind')
  return (
    <OutsideFrame title={title}>
      {isDone ? (
        <Alert color="teal" role="status" title={t('done')}>
          <LinkButton to="/login" mt="sm">
            {t('title')}
          </LinkButton>
        </Alert>
      ) : (
        <>
          {known ? (
            <RegisterForm
              key={known}
              kind={known}
              onDone={(isLoggedIn) => (isLoggedIn ? arrive() : setDone(true))}
            />
          ) : (
            <Choice />
          )}
          <Group gap={4} justify="center" mt="md">
            <Text size="sm">{t('haveAccount')}</Text>
            <TextLink to="/login" size="sm" underline="always">
              {t('title')}
            </TextLink>
          </Group>
        </>
      )}
    </OutsideFrame>
  )
}
