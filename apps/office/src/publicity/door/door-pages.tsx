/** @jsxImportSource preact */
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { Notice } from '../notice.tsx'
import type { Page, Visit } from '../visit.ts'
import { doorTexts, type DoorTexts } from './door-texts.ts'

const CODE_DIGITS = '\\d{6}'

/** A fact whose value the script fills in. */
const Slot = ({ label, name }: { label: string; name: string }) => (
  <div>
    <dt>{label}</dt>
    <dd data-slot={name} />
  </div>
)

interface FieldProps {
  name: string
  label: string
  hint: string
  input: Record<string, string | number | boolean>
}

const Field = ({ name, label, hint, input }: FieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <input id={name} name={name} required aria-describedby={`${name}-message`} {...input} />
    <p class="message" id={`${name}-message`} data-hint={hint}>
      {hint}
    </p>
  </div>
)

const PhoneStep = ({ texts }: { texts: DoorTexts }) => (
  <form class="card" data-step="phone" hidden noValidate>
    <Field
      name="phone"
      label={texts.phone}
      hint={texts.phoneHint}
      input={{ type: 'tel', inputMode: 'numeric', autocomplete: 'tel', pattern: PHONE_PATTERN.source }}
    />
    <button type="submit" data-resend={texts.resend}>
      {texts.getCode}
    </button>
    <div data-part="code" hidden>
      <Field
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        input={{
          type: 'text',
          inputMode: 'numeric',
          autocomplete: 'one-time-code',
          pattern: CODE_DIGITS,
          maxLength: 6,
        }}
      />
    </div>
  </form>
)

const ConfirmStep = ({ texts }: { texts: DoorTexts }) => (
  <form class="card" data-step="confirm" hidden noValidate>
    <div data-part="known">
      <p class="small">{texts.isIt}</p>
      <p class="person" data-slot="name" />
    </div>
    <div data-part="new" hidden>
      <Field
        name="name"
        label={texts.name}
        hint={texts.nameHint}
        input={{ type: 'text', autocomplete: 'name', maxLength: 100 }}
      />
    </div>
    <div data-part="signature" hidden>
      <p class="label" id="sign-label" data-required={texts.sign} data-optional={texts.signOptional} />
      <canvas class="pad" aria-labelledby="sign-label" role="img" />
      <p class="message" id="sign-message" data-hint={texts.signHint}>
        {texts.signHint}
      </p>
      <button type="button" class="quiet" data-action="clear">
        {texts.clear}
      </button>
    </div>
    <p class="small" data-part="position" hidden>
      {texts.positionHelp}
    </p>
    <button
      type="submit"
      class="large"
      data-in={texts.enter}
      data-out={texts.leave}
      data-busy={texts.locating}
    />
  </form>
)

const DoneStep = ({ texts }: { texts: DoorTexts }) => (
  <section
    class="notice good"
    data-step="done"
    role="status"
    tabIndex={-1}
    hidden
    data-in={texts.doneIn}
    data-out={texts.doneOut}
    data-again-in={texts.alreadyIn}
    data-again-out={texts.alreadyOut}
  >
    <svg class="symbol" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 10.5l4 4 8-9" />
    </svg>
    <div>
      <h2 data-slot="result" />
      <p class="person" data-slot="name" />
      <dl class="facts">
        <Slot label={texts.at} name="time" />
      </dl>
      <p data-part="minutes" hidden>
        {texts.stay} <strong data-slot="minutes" /> {texts.minutes}
      </p>
      <p data-part="later">{texts.outLater}</p>
    </div>
  </section>
)

/** The phone of who has scanned a code. The script trades the code and shows step after step. */
export function signInPage({ language }: Visit, code: string): Page {
  const texts = doorTexts(language)
  return {
    status: 200,
    title: texts.title,
    path: `/a/${code}`,
    isBare: true,
    allows: { geolocation: true },
    body: (
      <div id="door" class="door" data-code={code}>
        <h1>{texts.title}</h1>
        <noscript>
          <Notice tone="bad" title={texts.needsScript} />
        </noscript>
        <section class="card" data-part="meeting" hidden>
          <p class="small">{texts.signInTo}</p>
          <p class="meeting" data-slot="meeting" />
          <dl class="facts">
            <Slot label={texts.when} name="when" />
            <Slot label={texts.where} name="where" />
          </dl>
        </section>
        <p class="small" data-part="loading">
          {texts.loading}
        </p>
        <section class="notice bad" data-part="problem" role="alert" hidden>
          <div>
            <h2 data-slot="problem" data-failed={texts.failed} />
            <button type="button" data-action="retry" hidden>
              {texts.retry}
            </button>
          </div>
        </section>
        <PhoneStep texts={texts} />
        <ConfirmStep texts={texts} />
        <DoneStep texts={texts} />
      </div>
    ),
  }
}

/** The tablet at the door. The script asks for the code that is shown now. */
export function screenPage({ language }: Visit, token: string): Page {
  const texts = doorTexts(language)
  return {
    status: 200,
    title: texts.screenTitle,
    path: `/screen/${token}`,
    isBare: true,
    body: (
      <div id="screen" class="screen" data-token={token}>
        <h1 data-slot="meeting">{texts.screenTitle}</h1>
        <p class="small">
          <span data-slot="when" /> <span data-slot="where" />
        </p>
        <noscript>
          <Notice tone="bad" title={texts.needsScript} />
        </noscript>
        <p class="scan">{texts.scan}</p>
        <svg class="qr" role="img" aria-label={texts.scan} hidden>
          <path />
        </svg>
        <p
          class="state"
          role="status"
          data-not-yet={texts.notYet}
          data-offline={texts.offline}
          data-ended={texts.ended}
        >
          {texts.loading}
        </p>
        <p class="small">{texts.scanHelp}</p>
        <p class="count">
          {texts.inCount} <strong data-slot="count">0</strong> {texts.people}
        </p>
      </div>
    ),
  }
}
