import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { AccountNumberField, RegionField } from '../parts/payee/account.tsx'
import { Button } from '../parts/button.tsx'
import { FeeLines } from '../parts/fee.tsx'
import { TextField } from '../parts/fields.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Visit } from '../visit.ts'
import { fillTexts } from './texts.ts'

interface FillStepProps {
  visit: Visit
  agreement: LaborAgreement
  explanation: FeeExplanation | null
}

/** What is filled in already: by an earlier submission, or else in the profile. Numbers are masked. */
function knownOf({ profile: { expert } }: Visit, agreement: LaborAgreement) {
  const known = (name: 'unit' | 'title' | 'bankName' | 'bankRegion') =>
    agreement[name] ?? expert?.[name] ?? ''
  return {
    idType: expert?.idType ?? 'residentCard',
    idCardNo: agreement.idCardNo ?? expert?.idCardNo ?? null,
    bankAccount: agreement.bankAccount ?? expert?.bankAccount ?? null,
    known,
  }
}

/** Step one: identity and bank details. */
export function FillStep({ visit, agreement, explanation }: FillStepProps) {
  const t = visit.say(fillTexts)
  const { attendeeId, name } = agreement
  const { idType, idCardNo, bankAccount, known } = knownOf(visit, agreement)
  const hint = (number: string | null, otherwise: string) =>
    number === null ? otherwise : t('known', { number })
  const text = { view: visit }
  return (
    <section class="card" aria-label={t('next')}>
      <Sending route={agreementRoutes.fill} body={{ attendeeId }} then={`/my-agreements/${attendeeId}`}>
        <FeeLines view={visit} attendee={agreement} explanation={explanation} />
        <p class="soft">{t('fillHint')}</p>
        <div class="fields" data-script="identity" data-document={idType}>
          <TextField {...text} name="name" label={t('name')} autoComplete="name" value={name} isRequired />
          <TextField
            {...text}
            name="idCardNo"
            label={t('idCardNo')}
            hint={hint(idCardNo, t('idCardHint'))}
            autoComplete="off"
            isRequired={idCardNo === null}
          />
          <TextField
            {...text}
            name="unit"
            label={t('unit')}
            autoComplete="organization"
            value={known('unit')}
          />
          <TextField
            {...text}
            name="title"
            label={t('jobTitle')}
            autoComplete="organization-title"
            value={known('title')}
          />
          <TextField {...text} name="bankName" label={t('bankName')} value={known('bankName')} isRequired />
          <RegionField
            view={visit}
            name="bankRegion"
            label={visit.say(accountTexts)('region')}
            value={known('bankRegion')}
            isRequired
          />
          <AccountNumberField
            view={visit}
            label={t('bankAccount')}
            hint={hint(bankAccount, t('bankAccountHint'))}
            isRequired={bankAccount === null}
          />
        </div>
        <div class="buttons end">
          <Button type="submit">{t('next')}</Button>
        </div>
      </Sending>
    </section>
  )
}
