import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cap } from 'virtual:light-routes'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { capTexts } from './texts.ts'

const DeclarationDialog = onDemand(() => import('./declaration-dialog.tsx'))

/** The expert's own declaration of interests for this year. */
export function DeclarationSection() {
  const t = useTexts(capTexts)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [cap.ownDeclaration.path],
    queryFn: ({ signal }) => call(cap.ownDeclaration, { signal }),
  })
  return (
    <Section
      title={t('declaration')}
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          {data ? t('declareAgain') : t('declare')}
        </Button>
      }
    >
      <Text size="sm">
        {data
          ? t('declared', {
              year: data.year,
              what: data.hasConflict ? (data.statement ?? t('hasConflict')) : t('noConflict'),
            })
          : t('declarationHint')}
      </Text>
      {isOpen && <DeclarationDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}
