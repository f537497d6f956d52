import { expertRoutes, ExpertSelfUpdate, type Expert } from '@consilium/contract/experts/experts.ts'
import { ID_TYPE_LABELS, TAX_RESIDENCE_LABELS } from '@consilium/contract/labels.ts'
import { frameTexts } from '../frame/texts.ts'
import { AccountFields } from '../parts/payee/account.tsx'
import { Button } from '../parts/button.tsx'
import { comboboxStyles } from '../parts/inputs/combobox.tsx'
import { readSuggestions } from '../parts/dictionary.ts'
import { SelectField, TextField, type Option } from '../parts/fields.tsx'
import { inputsOf } from '../parts/inputs/inputs-of.ts'
import { PersonalFactsFields } from '../parts/payee/personal-facts.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Page, View, Visit } from '../visit.ts'
import styles from './style.css?inline'
import { profileTexts } from './texts.ts'

const optionsOf = <K extends string>(
  view: View,
  labels: Readonly<Record<K, Readonly<Record<View['language'], string>>>>,
): Option[] => (Object.keys(labels) as K[]).map((value) => ({ value, label: view.label(labels, value) }))

/** Numbers are returned masked, so their fields begin empty; an empty one leaves the stored number as it is. */
function PaymentFields({ view, expert }: { view: View; expert: Expert }) {
  const t = view.say(profileTexts)
  const of = inputsOf(view, ExpertSelfUpdate, { ...expert, idCardNo: '', bankAccount: '' })
  const known = (number: string | null) => (number === null ? undefined : t('known', { number }))
  return (
    <Section title={t('payment')}>
      <p class="soft small">{t('paymentHint')}</p>
      <div class="fields" data-script="papers">
        <SelectField
          {...of('idType', t('idType'))}
          isFixed
          options={optionsOf(view, ID_TYPE_LABELS)}
          isSentAlways
        />
        <TextField {...of('idCardNo', t('idCardNo'))} hint={known(expert.idCardNo)} autoComplete="off" />
        <PersonalFactsFields view={view} of={of} idType={expert.idType} />
        <SelectField
          {...of('taxResidence', t('taxResidence'))}
          hint={t('taxResidenceHint')}
          isFixed
          options={optionsOf(view, TAX_RESIDENCE_LABELS)}
        />
      </div>
      <AccountFields view={view} of={of} known={known(expert.bankAccount)} />
    </Section>
  )
}

/** The expert changes the profile, which is then reviewed again. */
export async function profileForm(visit: Visit): Promise<Page> {
  const t = visit.say(profileTexts)
  const frame = visit.say(frameTexts)
  const [expert, departments, titles] = await Promise.all([
    visit.client.call(expertRoutes.me, {}),
    readSuggestions(visit, 'department'),
    readSuggestions(visit, 'professional_title'),
  ])
  const of = inputsOf(visit, ExpertSelfUpdate, expert)
  return {
    status: 200,
    title: t('edit'),
    back: '/my-profile',
    styles: comboboxStyles + styles,
    body: (
      <Sending
        route={expertRoutes.updateMe}
        body={{ version: expert.version }}
        changes="profile"
        done={frame('saved')}
        then="/my-profile"
      >
        <Section title={t('personal')}>
          <div class="fields">
            <TextField {...of('name', t('name'))} isRequired autoComplete="name" />
            <TextField {...of('unit', t('unit'))} autoComplete="organization" />
            <TextField {...of('department', t('department'))} suggestions={departments} />
            <TextField
              {...of('title', t('jobTitle'))}
              suggestions={titles}
              autoComplete="organization-title"
            />
          </div>
        </Section>
        <PaymentFields view={visit} expert={expert} />
        <div class="buttons">
          <Button type="submit">{frame('save')}</Button>
          <Button kind="plain" href="/my-profile">
            {frame('cancel')}
          </Button>
        </div>
      </Sending>
    ),
  }
}
