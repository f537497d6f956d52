import type { GatePreset } from '@consilium/contract/gates/gate-presets.ts'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { TextLink } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { presetTexts } from './preset-texts.ts'

const PresetDialog = onDemand(() => import('./preset-dialog.tsx'))

const HEIGHT = 110

/**
 * Offers the preset of the gate policy that is not in force. Its effects are read when it is chosen, since the service
 * then evaluates the open meetings one by one.
 */
export function PresetCard() {
  const t = useTexts(presetTexts)
  const [chosen, setChosen] = useState<GatePreset | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [gateRoutes.currentPreset.path],
    queryFn: ({ signal }) => call(gateRoutes.currentPreset, { signal }),
  })
  const other = data?.current === 'strict' ? 'advisory' : 'strict'
  const inForce = { strict: 'isStrict', advisory: 'isAdvisory', own: 'isOwn' } as const
  return (
    <Section title={t('title')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      {data && (
        <>
          <Text size="sm" mb="sm">
            {t(inForce[data.current ?? 'own'])}
          </Text>
          <Group gap="md">
            <Button variant="light" onClick={() => setChosen(other)}>
              {t(other === 'strict' ? 'useStrict' : 'useAdvisory')}
            </Button>
            <TextLink to="/gate-policies">{t('versions')}</TextLink>
          </Group>
        </>
      )}
      {chosen && <PresetDialog preset={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}
