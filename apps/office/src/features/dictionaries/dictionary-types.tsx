import { dictionaryRoutes, type DictType } from '@consilium/contract/dictionaries/dictionaries.ts'
import { Badge, Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { dictionaryTexts } from './texts.ts'

const TypeDialog = onDemand(() => import('./type-dialog.tsx'))

function useColumns(): Column<DictType>[] {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  return [
    { key: 'dictName', label: t('dictName'), sort: 'dictName', render: (row) => row.dictName },
    { key: 'dictNameEn', label: t('dictNameEn'), render: (row) => row.dictNameEn },
    { key: 'dictType', label: t('dictType'), sort: 'dictType', render: (row) => row.dictType },
    {
      key: 'builtIn',
      label: t('kind'),
      card: 'badge',
      render: ({ builtIn }) => (
        <Badge variant="light" color={builtIn ? 'gray' : 'lagoon'}>
          {builtIn ? t('builtIn') : t('own')}
        </Badge>
      ),
    },
    {
      key: 'createTime',
      label: frame('createTime'),
      sort: 'createTime',
      optional: true,
      render: (row) => minute(row.createTime),
    },
  ]
}

export function Page() {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  const [dialog, setDialog] = useState<{ type: DictType | null } | null>(null)
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ type: null })}>
            {t('create')}
          </Button>
        }
      />
      <List
        name="dictionaries"
        title={t('title')}
        route={dictionaryRoutes.listTypes}
        remove={{
          route: dictionaryRoutes.removeTypes,
          param: 'dictId',
          may: ({ builtIn }) => !builtIn,
          guard: 'ask',
        }}
        emptyHint={t('emptyTypes')}
        emptyAction={<Button onClick={() => setDialog({ type: null })}>{frame('addFirst')}</Button>}
        rowId={({ dictId }) => dictId}
        rowTitle={({ dictName }) => dictName}
        rowTo={({ dictType }) => `/dictionaries/${dictType}`}
        rowActions={(type) => [{ label: t('rename'), icon: IconPencil, onSelect: () => setDialog({ type }) }]}
        filters={[
          { kind: 'text', name: 'dictName', label: t('dictName') },
          { kind: 'text', name: 'dictType', label: t('dictType') },
        ]}
        columns={useColumns()}
      />
      {dialog && <TypeDialog type={dialog.type} onClose={() => setDialog(null)} />}
    </>
  )
}
