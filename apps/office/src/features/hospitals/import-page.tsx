import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { SheetImport } from '../../components/upload/sheet-import.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { hospitalTexts } from './texts.ts'

export function Page() {
  const t = useTexts(hospitalTexts)
  return (
    <>
      <PageHeader title={t('import')} backTo="/hospitals" />
      <SheetImport
        steps={t('importSteps')}
        template={() => call(hospitalRoutes.importTemplate, {})}
        send={(file) => call(hospitalRoutes.import, { file })}
        columns={[{ label: t('name'), of: ({ name }) => name }]}
      />
    </>
  )
}
