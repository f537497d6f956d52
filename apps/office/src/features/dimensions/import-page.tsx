import type { DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SheetImport } from '../../components/upload/sheet-import.tsx'
import { call } from '../../lib/requests/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useKinds } from './kinds.ts'
import { sponsorOrganizations } from './sponsors.ts'
import { dimensionTexts } from './texts.ts'

export function Page() {
  const t = useTexts(dimensionTexts)
  const kinds = useKinds()
  const { organization } = useSession()
  const [kind, setKind] = useState<DimensionKind>('product')
  const [orgId, setOrgId] = useState<number | null>(null)
  const isOfStaff = organization === null
  return (
    <>
      <PageHeader title={t('import')} backTo="/dimensions" />
      <SheetImport
        steps={t('importSteps')}
        template={() => call(dimensionRoutes.importTemplate, {})}
        send={(file) =>
          call(dimensionRoutes.import, { file, query: { kind, ...(orgId === null ? {} : { orgId }) } })
        }
        columns={[
          { label: t('code'), of: ({ code }) => code },
          { label: t('name'), of: ({ name }) => name },
        ]}
        isIncomplete={isOfStaff && orgId === null}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('kind')}
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(next) => setKind((next ?? kind) as DimensionKind)}
          />
          {isOfStaff && (
            <RemoteSelect
              label={t('sponsor')}
              source={sponsorOrganizations}
              value={orgId}
              required
              onChange={setOrgId}
            />
          )}
        </SimpleGrid>
      </SheetImport>
    </>
  )
}
