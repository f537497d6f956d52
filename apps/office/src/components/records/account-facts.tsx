import type { Expert } from '@consilium/contract/experts/experts.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { Text } from '@mantine/core'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { dated } from '../dated.tsx'

/** The number of an account with whose card it is, and from when it is paid to. */
export function useAccountFacts() {
  const t = useTexts(accountTexts)
  return ({ bankAccount, accountWaits, accountFrom, bankOfNumber, isAccountDoubtful }: Expert) => {
    const notes = [
      ...(bankOfNumber === null ? [] : [t('number', { bank: bankOfNumber })]),
      ...(isAccountDoubtful ? [t('doubtful')] : []),
      ...(accountWaits ? [t('waits')] : []),
      ...(accountFrom === null ? [] : [t('from', { date: accountFrom })]),
    ]
    return (
      <span key="account">
        {orNothing(bankAccount)}
        {notes.map((note) => (
          <Text key={note} span display="block" size="xs" c="dimmed">
            {dated(note)}
          </Text>
        ))}
      </span>
    )
  }
}
