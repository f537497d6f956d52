import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { PRIVACY_PATH } from '@consilium/contract/addresses.ts'
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { ExpertRegister, expertRoutes } from '@consilium/contract/experts/experts.ts'
import * as f from '@consilium/contract/fields.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import { OrganizationRegister, organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import type { Route } from '@consilium/contract/route.ts'
import { outsideFrameTexts } from '@consilium/web-kit/words/outside-texts.ts'
import { missingPage } from '../frame/failure.tsx'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { OutsideVisit, View } from '../visit.ts'
import type { OutsidePage } from './document.tsx'
import { UntilDone } from './ending.tsx'
import { CodeField, PasswordField } from '../parts/inputs/secrets.tsx'
import { Asking, PhoneField, Submit } from './fields.tsx'
import { outsideTexts } from './texts.ts'

const KINDS = {
  expert: { route: expertRoutes.register, shape: ExpertRegister.shape, icon: 'stethoscope' },
  executor: {
    route: organizationRoutes.registerExecutor,
    shape: OrganizationRegister.shape,
    icon: 'calendar',
  },
  sponsor: { route: organizationRoutes.registerSponsor, shape: OrganizationRegister.shape, icon: 'bank' },
} as const satisfies Record<string, { route: Route; shape: object; icon: IconName }>
type Kind = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Kind[]

function Choice({ view }: { view: View }) {
  const t = view.say(outsideTexts)
  const name = view.say(outsideFrameTexts)
  return (
    <ul class="kinds">
      {NAMES.map((kind) => (
        <li key={kind}>
          <a href={`/register/${kind}`}>
            <Icon name={KINDS[kind].icon} />
            <span>
              <strong>{name(kind)}</strong>
              <span class="soft">{t(`${kind}Hint`)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface PlainFieldProps {
  view: View
  kind: Kind
  name: string
  label: string
  autoComplete?: string
  hint?: string
}

/** A text field that is required if the contract says so. */
function PlainField({ kind, ...field }: PlainFieldProps) {
  const { [field.name]: schema } = KINDS[kind].shape as Record<
    string,
    { safeParse(value: undefined): { success: boolean } } | undefined
  >
  if (!schema) throw new Error(`The contract knows no field ${field.name}`)
  return <TextField {...field} isRequired={!schema.safeParse(undefined).success} />
}

function Fields({ view, kind }: { view: View; kind: Kind }) {
  const t = view.say(outsideTexts)
  const of = { view, kind }
  if (kind === 'expert')
    return (
      <>
        <PlainField {...of} name="name" label={t('name')} autoComplete="name" />
        <PlainField {...of} name="unit" label={t('unit')} autoComplete="organization" />
        <PlainField {...of} name="department" label={t('department')} />
        <PlainField {...of} name="title" label={t('jobTitle')} />
      </>
    )
  return (
    <>
      <PlainField {...of} name="orgName" label={t('orgName')} autoComplete="organization" />
      <PlainField {...of} name="businessNature" label={t('businessNature')} />
      <PlainField {...of} name="name" label={t('contactName')} autoComplete="name" />
      <PlainField
        {...of}
        name="userName"
        label={t('userName')}
        autoComplete="username"
        hint={t('userNameHint', { min: f.USER_NAME_MIN, max: f.USER_NAME_MAX })}
      />
    </>
  )
}

/** Asked for by every page; the service notes the version that was shown. */
function PrivacyField({ view }: { view: View }) {
  const t = view.say(outsideTexts)
  return (
    <div class="field">
      <label class="tick">
        <input
          id="privacyVersion"
          name="privacyVersion"
          type="checkbox"
          value={PRIVACY_NOTICE.version}
          required
          data-missing={t('mustAgree')}
          aria-describedby="privacyVersion-message"
        />
        <span>
          {t('agreeTo')}
          <a href={PRIVACY_PATH} target="_blank">
            {t('privacyNotice')}
          </a>
        </span>
      </label>
      <p id="privacyVersion-message" class="message problem" role="alert" />
    </div>
  )
}

function Form({ view, kind }: { view: View; kind: Kind }) {
  const t = view.say(outsideTexts)
  return (
    <div data-login={JSON.stringify(lightRoute(accountRoutes.login))}>
      <Asking route={KINDS[kind].route} ends="registered" isGuarded>
        <Fields view={view} kind={kind} />
        <PhoneField view={view} />
        <CodeField view={view} name="smsCode" by={{ purpose: 'register' }} />
        <PasswordField
          view={view}
          isRequired
          name="password"
          label={t('password')}
          hint={t('passwordHint', { min: f.PASSWORD_MIN, max: f.PASSWORD_MAX })}
        />
        <PrivacyField view={view} />
        <div class="buttons">
          <Button kind="plain" href="/register">
            {t('cancel')}
          </Button>
          <Submit>{t('register')}</Submit>
        </div>
      </Asking>
    </div>
  )
}

const CHOICE = /^\/register\/?$/

export function registerPage(view: OutsideVisit): OutsidePage {
  const t = view.say(outsideTexts)
  const kind = NAMES.find((each) => view.path === `/register/${each}`)
  if (kind === undefined && !CHOICE.test(view.path)) return missingPage(view)
  return {
    title: kind ? t('registerAs', { kind: view.say(outsideFrameTexts)(kind) }) : t('chooseKind'),
    body: (
      <UntilDone title={t('done')} href="/login" label={t('title')}>
        {kind ? <Form view={view} kind={kind} /> : <Choice view={view} />}
        <p class="middle">
          {t('haveAccount')} <a href="/login">{t('title')}</a>
        </p>
      </UntilDone>
    ),
  }
}
