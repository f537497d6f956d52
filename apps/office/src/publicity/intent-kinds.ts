import type { Client } from '@consilium/contract/client.ts'
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import {
  publicityExecutionRoutes,
  publicitySupportRoutes,
  REMARK_MAX,
  type IntentSource,
  type PublicityExecutionSubmit,
  type PublicitySupportSubmit,
} from '@consilium/contract/publicity/publicity.ts'
import { plainPhone } from '@consilium/contract/digits.ts'
import type { Texts } from './texts.ts'

export type IntentKind = 'execution' | 'support'

/** In the order of the page: most visitors are physicians. */
export const INTENT_KINDS: readonly IntentKind[] = ['execution', 'support']

type FieldName = Exclude<
  keyof PublicitySupportSubmit | keyof PublicityExecutionSubmit,
  'projectId' | 'source' | 'privacyVersion'
>

export interface IntentField {
  name: FieldName
  label: keyof Texts & `field${string}`
  max: number
  required?: true
  multiline?: true
  /** Value of the `autocomplete` attribute (HTML, 4.10.18.7). */
  autocomplete: string
}

const nameField: IntentField = {
  name: 'name',
  label: 'fieldName',
  max: NAME_MAX,
  required: true,
  autocomplete: 'name',
}
/** Longer than a phone number, since people type spaces and the country code. */
const TYPED_PHONE_MAX = 20
const phoneField: IntentField = {
  name: 'phone',
  label: 'fieldPhone',
  max: TYPED_PHONE_MAX,
  required: true,
  autocomplete: 'tel',
}

const line = (name: FieldName, label: IntentField['label'], autocomplete: string): IntentField => ({
  name,
  label,
  max: NAME_MAX,
  autocomplete,
})

interface IntentForm {
  fields: readonly IntentField[]
  title: 'execution' | 'support'
  lead: 'executionLead' | 'supportLead'
  submit: 'executionSubmit' | 'supportSubmit'
  sent: 'executionSent' | 'supportSent'
  checkPath: string
}

export const INTENT_FORMS: Readonly<Record<IntentKind, IntentForm>> = {
  execution: {
    fields: [
      nameField,
      phoneField,
      line('hospital', 'fieldHospital', 'organization'),
      line('department', 'fieldDepartment', 'off'),
      line('title', 'fieldTitle', 'organization-title'),
    ],
    title: 'execution',
    lead: 'executionLead',
    submit: 'executionSubmit',
    sent: 'executionSent',
    checkPath: publicityExecutionRoutes.check.path,
  },
  support: {
    fields: [
      nameField,
      phoneField,
      line('orgName', 'fieldOrgName', 'organization'),
      line('position', 'fieldPosition', 'organization-title'),
      { name: 'remark', label: 'fieldRemark', max: REMARK_MAX, multiline: true, autocomplete: 'off' },
    ],
    title: 'support',
    lead: 'supportLead',
    submit: 'supportSubmit',
    sent: 'supportSent',
    checkPath: publicitySupportRoutes.check.path,
  },
}

/** The field by which a visitor agrees; its value is the version that the page showed. */
export const PRIVACY_FIELD = 'privacyVersion'

export type Values = Partial<Record<FieldName, string>>

/** Returns the values of the form's own fields; others are dropped. */
export const valuesOf = (kind: IntentKind, form: FormData): Values =>
  Object.fromEntries(
    INTENT_FORMS[kind].fields.map(({ name }) => {
      const value = form.get(name)
      return [name, typeof value === 'string' ? value : '']
    }),
  )

export function submitIntent(
  client: Client,
  kind: IntentKind,
  { projectId, source, values }: { projectId: number; source: IntentSource; values: Values },
) {
  const { name = '', phone = '', ...form } = values
  const body = {
    projectId,
    source,
    name,
    phone: plainPhone(phone),
    privacyVersion: PRIVACY_NOTICE.version,
    ...form,
  }
  return kind === 'execution'
    ? client.attempt(publicityExecutionRoutes.submit, { body })
    : client.attempt(publicitySupportRoutes.submit, { body })
}
