import { bankBranchRoutes } from '@consilium/contract/bank-branches/bank-branches.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { typedText } from './form-values.ts'
import { useFormAround } from './record-form.tsx'

/** Branches are looked up once nobody types for so long. */
const TYPING_MS = 400

/** The clearing code that bank and branch have in the directory, or branches that may be meant. Nothing while there is no directory. */
export default function BranchHints() {
  const t = useTexts(accountTexts)
  const may = useMay()
  const { form } = useFormAround()
  const values = form.getValues()
  const typed = [typedText(values['bankName']).trim(), typedText(values['bankBranch']).trim()] as const
  const [[bankName, bankBranch]] = useDebouncedValue(typed, TYPING_MS, { leading: false })
  const { data } = useQuery({
    queryKey: [bankBranchRoutes.lookup.path, bankName, bankBranch],
    queryFn: ({ signal }) =>
      call(bankBranchRoutes.lookup, {
        query: { bankName, ...(bankBranch === '' ? {} : { bankBranch }) },
        signal,
      }),
    enabled: bankName !== '' && may(bankBranchRoutes.lookup),
    retry: false,
  })
  if (!data || data.isEmpty || bankName === '') return null
  if (data.branch)
    return (
      <Text size="xs" c="dimmed" role="status">
        {t('clearingCode', data.branch)}
      </Text>
    )
  return (
    <Stack gap={2} align="flex-start" role="status">
      <Text size="xs" c="var(--mantine-color-error)">
        {t('branchUnknown')}
      </Text>
      {data.proposals.map(({ code, name }) => (
        <Button
          key={code}
          size="compact-xs"
          variant="subtle"
          data-long
          onClick={() => form.setFieldValue('bankBranch', name)}
        >
          {t('useBranch', { name })}
        </Button>
      ))}
    </Stack>
  )
}
