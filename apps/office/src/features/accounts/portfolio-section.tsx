import { portfolioRoutes, type Portfolio } from '@consilium/contract/accounts/portfolios.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { CustomField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { keywordOptions } from '../../components/forms/option-source.ts'
import { RemoteMultiSelect } from '../../components/forms/remote-select.tsx'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { accountTexts } from './texts.ts'

const sponsorOptions = keywordOptions(organizationRoutes.sponsorOptions)

const initialOf = ({ userId, version, sponsors }: Portfolio) => ({
  userId,
  version,
  sponsorAdminUserIds: sponsors.map(({ mainUserId }) => mainUserId),
})

interface DialogProps {
  portfolio: Portfolio
  onDone: () => void
  onClose: () => void
}

function PortfolioDialog({ portfolio, onDone, onClose }: DialogProps) {
  const t = useTexts(accountTexts)
  const { userId, sponsors } = portfolio
  const known = sponsors.map(({ mainUserId, orgName }) => ({ value: String(mainUserId), label: orgName }))
  return (
    <FormDialog
      title={t('changePortfolio')}
      route={portfolioRoutes.change}
      initial={initialOf(portfolio)}
      always={['userId', 'version', 'sponsorAdminUserIds']}
      reload={async () => initialOf(await call(portfolioRoutes.get, { params: { userId } }))}
      doneText={t('portfolioChanged')}
      onDone={onDone}
      onClose={onClose}
    >
      <Text size="sm">{t('portfolioEffect')}</Text>
      <CustomField name="sponsorAdminUserIds" label={t('portfolioSponsors')}>
        {(value, set, labelled) => (
          <RemoteMultiSelect
            {...labelled}
            source={sponsorOptions}
            known={known}
            value={Array.isArray(value) ? (value as number[]) : []}
            onChange={(userIds) => set([...userIds])}
          />
        )}
      </CustomField>
    </FormDialog>
  )
}

/** The sponsors to which a manager is limited, for administrators. */
export function PortfolioSection({ userId }: { userId: number }) {
  const t = useTexts(accountTexts)
  const [isChanging, setChanging] = useState(false)
  const { data, error, refetch } = useRecord(portfolioRoutes.get, { userId })
  return (
    <Section
      title={t('portfolio')}
      actions={
        data && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('changePortfolio')}
          </Button>
        )
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={48} />}
      {data && (
        <Group gap="xs">
          {data.sponsors.length === 0 && <Text size="sm">{t('portfolioAll')}</Text>}
          {data.sponsors.map(({ orgId, orgName }) => (
            <Badge key={orgId} variant="light" size="lg" tt="none">
              {orgName}
            </Badge>
          ))}
        </Group>
      )}
      {data && isChanging && (
        <PortfolioDialog portfolio={data} onDone={() => void refetch()} onClose={() => setChanging(false)} />
      )}
    </Section>
  )
}
