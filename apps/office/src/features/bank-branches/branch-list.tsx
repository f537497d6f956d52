import { bankBranchRoutes, type BankBranch } from '@consilium/contract/bank-branches/bank-branches.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { bankBranchTexts } from './texts.ts'

function useColumns(): Column<BankBranch>[] {
  const t = useTexts(bankBranchTexts)
  const frame = useTexts(frameTexts)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: ({ name }) => name },
    { key: 'code', label: t('code'), sort: 'code', unbroken: true, render: ({ code }) => code },
    {
      key: 'province',
      label: t('province'),
      sort: 'province',
      render: ({ province }) => orNothing(province),
    },
    { key: 'city', label: t('city'), sort: 'city', render: ({ city }) => orNothing(city) },
    createTimeColumn(frame('createTime')),
  ]
}

/** The directory in which the clearing codes of accounts are found. */
export function Page() {
  const t = useTexts(bankBranchTexts)
  const may = useMay()
  const importButton = (
    <LinkButton to="/bank-branches/import" leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
      {t('import')}
    </LinkButton>
  )
  const mayImport = may(bankBranchRoutes.import)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('hint')} actions={mayImport && importButton} />
      <List
        name="bank-branches"
        title={t('title')}
        route={bankBranchRoutes.list}
        remove={{
          route: bankBranchRoutes.remove,
          param: 'branchId',
          may: () => may(bankBranchRoutes.remove),
          guard: 'undo',
        }}
        emptyHint={t('emptyHint')}
        emptyAction={mayImport && importButton}
        rowId={({ branchId }) => branchId}
        rowTitle={({ name }) => name}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'code', label: t('code') },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
