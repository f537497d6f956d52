import {
  isOfDays,
  dictionaryRoutes,
  type DictData,
  type DictType,
} from '@consilium/contract/dictionaries/dictionaries.ts'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { statusColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { dictionaryTexts } from './texts.ts'

const ValueDialog = onDemand(() => import('./value-dialog.tsx'))

function useColumns(): Column<DictData>[] {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  return [
    { key: 'dictLabel', label: t('dictLabel'), render: (row) => row.dictLabel },
    { key: 'dictLabelEn', label: t('dictLabelEn'), render: (row) => row.dictLabelEn },
    { key: 'dictValue', label: t('dictValue'), sort: 'dictValue', render: (row) => row.dictValue },
    {
      key: 'dictSort',
      label: t('dictSort'),
      sort: 'dictSort',
      align: 'right',
      render: (row) => row.dictSort,
    },
    statusColumn(frame('status')),
  ]
}

function useDictionaryOf(dictType: string): DictType | undefined {
  const { data: types } = useQuery({
    queryKey: [dictionaryRoutes.listTypes.path, { dictType }],
    queryFn: async () => (await call(dictionaryRoutes.listTypes, { query: { dictType } })).rows,
  })
  return types?.find((type) => type.dictType === dictType)
}

export function Page() {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  const language = useLanguage()
  const { dictType = '' }: { dictType?: string } = useParams({ strict: false })
  const [dialog, setDialog] = useState<{ value: DictData | null } | null>(null)
  const own = useDictionaryOf(dictType)
  const areDays = isOfDays(dictType)
  const isClosed = own && own.builtIn && !areDays
  const hint = areDays ? 'emptyDays' : 'emptyValues'
  const name = language === 'en' ? own?.dictNameEn : own?.dictName
  const title = t('values', { name: name ?? dictType })
  return (
    <>
      <PageHeader
        title={title}
        backTo="/dictionaries"
        {...(isClosed ? { subtitle: t('closed') } : {})}
        actions={
          isClosed === false && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setDialog({ value: null })}
            >
              {t('newValue')}
            </Button>
          )
        }
      />
      <List
        name="dictionary-values"
        title={title}
        route={dictionaryRoutes.listData}
        fixed={{ dictType }}
        order={{ orderByColumn: areDays ? 'dictValue' : 'dictSort', isAsc: 'asc' }}
        remove={{
          route: dictionaryRoutes.removeData,
          param: 'dictCode',
          may: ({ builtIn }) => !builtIn,
          guard: 'undo',
        }}
        emptyHint={t(isClosed ? 'emptyClosed' : hint)}
        emptyAction={
          isClosed === false && (
            <Button onClick={() => setDialog({ value: null })}>{frame('addFirst')}</Button>
          )
        }
        rowId={({ dictCode }) => dictCode}
        rowTitle={({ dictLabel }) => dictLabel}
        rowActions={(value) => [
          { label: frame('edit'), icon: IconPencil, onSelect: () => setDialog({ value }) },
        ]}
        filters={[{ kind: 'text', name: 'dictLabel', label: t('dictLabel') }]}
        columns={useColumns()}
      />
      {dialog && <ValueDialog dictType={dictType} value={dialog.value} onClose={() => setDialog(null)} />}
    </>
  )
}
