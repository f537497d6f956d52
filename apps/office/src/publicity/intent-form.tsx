/** @jsxImportSource preact */
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { errorMessage, WARNING_CODE } from '@consilium/contract/errors.ts'
import { PHONE_PATTERN, PHONE_WORDS } from '@consilium/contract/fields.ts'
import { missingMessage } from '@consilium/contract/issues.ts'
import { inLanguage } from '@consilium/contract/words.ts'
import {
  INTENT_FORMS,
  PRIVACY_FIELD,
  type IntentField,
  type IntentKind,
  type Values,
} from './intent-kinds.ts'
import { link, PRIVACY_PATH, projectPath } from './links.ts'
import { RefusalNotice } from './notice.tsx'
import { problemOf, type View } from './visit.ts'

/** A rejected form with the values that were entered. */
export interface Refused {
  kind: IntentKind
  values: Values
  refusal: ErrorAnswer
}

interface FieldProps {
  view: View
  kind: IntentKind
  field: IntentField
  value: string
  problem: string | undefined
  tone: 'problem' | 'warning'
  focused: boolean
}

const isPhone = ({ name }: IntentField) => name === 'phone'

function Field({ view: { texts, language }, kind, field, value, problem, tone, focused }: FieldProps) {
  const id = `${kind}-${field.name}`
  const attributes = {
    id,
    name: field.name,
    maxLength: field.max,
    autocomplete: field.autocomplete,
    required: field.required ?? false,
    autofocus: focused,
    'aria-describedby': `${id}-message`,
    'aria-invalid': problem && tone === 'problem' ? ('true' as const) : undefined,
    'data-missing': field.required ? missingMessage(language) : undefined,
  }
  const phone = isPhone(field)
    ? {
        type: 'tel' as const,
        inputMode: 'numeric' as const,
        pattern: PHONE_PATTERN.source,
        title: texts.phoneHint,
        'data-format': inLanguage(PHONE_WORDS, language),
      }
    : { type: 'text' as const }
  const hint = isPhone(field) ? texts.phoneHint : ''
  return (
    <div class="field">
      <label for={id}>
        {texts[field.label]} <small>{field.required ? texts.required : texts.optional}</small>
      </label>
      {field.multiline ? (
        <textarea {...attributes} rows={4} defaultValue={value} />
      ) : (
        <input {...attributes} {...phone} value={value} />
      )}
      <p class={problem ? `message ${tone}` : 'message'} id={`${id}-message`} data-hint={hint}>
        {problem ?? hint}
      </p>
    </div>
  )
}

type ConsentProps = Pick<FieldProps, 'view' | 'kind' | 'problem'> & { isRefused: boolean }

/** Personal data are first asked for here, so the notice is agreed to here. */
function Consent({ view: { texts, choice }, kind, problem, isRefused }: ConsentProps) {
  const id = `${kind}-${PRIVACY_FIELD}`
  return (
    <div class="field consent">
      <label for={id}>
        <input
          id={id}
          type="checkbox"
          name={PRIVACY_FIELD}
          value={PRIVACY_NOTICE.version}
          required
          checked={isRefused && !problem}
          aria-describedby={`${id}-message`}
          aria-invalid={problem ? 'true' : undefined}
          data-missing={texts.notAgreed}
        />
        <span>
          {texts.agreeTo}
          <a href={link(PRIVACY_PATH, choice)} target="_blank">
            {texts.privacyLink}
          </a>
        </span>
      </label>
      <p class={problem ? 'message problem' : 'message'} id={`${id}-message`} data-hint="">
        {problem}
      </p>
    </div>
  )
}

interface IntentFormProps {
  view: View
  kind: IntentKind
  projectId: number
  refused: Refused | null
  apiPath: string
}

export function IntentForm({ view, kind, projectId, refused, apiPath }: IntentFormProps) {
  const { texts, language, choice } = view
  const { fields, title, lead, submit, checkPath } = INTENT_FORMS[kind]
  const refusal = refused?.refusal ?? null
  const firstWrong = fields.find(({ name }) => problemOf(refusal, name))
  return (
    <section class="card" id={kind} aria-labelledby={`${kind}-heading`}>
      <h3 id={`${kind}-heading`}>{texts[title]}</h3>
      <p class="small">{texts[lead]}</p>
      {refusal ? <RefusalNotice refusal={refusal} texts={texts} /> : null}
      <form
        method="post"
        action={link(`${projectPath(projectId)}/${kind}`, choice)}
        data-checked
        data-busy={texts.sending}
        data-duplicates={`${apiPath}${checkPath}?projectId=${projectId}&source=${choice.source}`}
        data-duplicate={errorMessage('INTENT_EXISTS', language)}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            view={view}
            kind={kind}
            field={field}
            value={refused?.values[field.name] ?? ''}
            problem={problemOf(refusal, field.name)}
            tone={refusal?.code === WARNING_CODE ? 'warning' : 'problem'}
            focused={field === firstWrong}
          />
        ))}
        <Consent
          view={view}
          kind={kind}
          problem={problemOf(refusal, PRIVACY_FIELD)}
          isRefused={refused !== null}
        />
        <button type="submit">{texts[submit]}</button>
      </form>
    </section>
  )
}
