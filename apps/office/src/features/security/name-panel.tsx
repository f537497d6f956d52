import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { sessionQuery, useMay, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { securityTexts } from '@consilium/web-kit/words/security-texts.ts'

/** The display name of staff; names of people and experts are changed on their own pages. */
export function NamePanel() {
  const t = useTexts(securityTexts)
  const may = useMay()
  const client = useQueryClient()
  const { name } = useSession().user
  const [isChanging, setChanging] = useState(false)
  if (!may(accountRoutes.changeName)) return null
  return (
    <Section
      title={t('name')}
      actions={
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('changeName')}
        </Button>
      }
    >
      <Text size="sm">{name}</Text>
      {isChanging && (
        <FormDialog
          title={t('changeName')}
          route={accountRoutes.changeName}
          initial={{ name }}
          onDone={() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })}
          onClose={() => setChanging(false)}
        >
          <TextField name="name" label={t('name')} autoComplete="name" />
        </FormDialog>
      )}
    </Section>
  )
}
