import { dictionaryRoutes, type DictData } from '@consilium/contract/dictionaries.ts'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { IntegerField, RadioField, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusBadge, useStatusOptions } from '../../components/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useTexts } from '../../lib/texts.ts'
import { dictionaryTexts } from './texts.ts'

interface ValueDialogProps {
  dictType: string
  value: DictData | null
  onClose: () => void
}

function ValueDialog({ dictType, value, onClose }: ValueDialogProps) {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  const client = useQueryClient()
  const statuses = useStatusOptions()
  const change =
    value === null
      ? { title: t('newValue'), route: dictionaryRoutes.createData, initial: { dictType, dictSort: 0 } }
      : {
          title: t('editValue'),
          route: dictionaryRoutes.updateData,
          initial: value,
          always: ['dictCode', 'version'],
        }
  return (
    <FormDialog
      {...change}
      onClose={onClose}
      // Labels are kept for as long as the page lives: they have just changed.
      onDone={() => void client.invalidateQueries({ queryKey: ['dictionary', dictType] })}
    >
      {value === null && <TextField name="dictValue" label={t('dictValue')} />}
      <TextField name="dictLabel" label={t('dictLabel')} />
      <TextField name="dictLabelEn" label={t('dictLabelEn')} />
      <IntegerField name="dictSort" label={t('dictSort')} />
      {value !== null && <RadioField name="status" label={frame('status')} options={statuses} />}
    </FormDialog>
  )
}

export function Page() {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  const { dictType = '' }: { dictType?: string } = useParams({ strict: false })
  const [dialog, setDialog] = useState<{ value: DictData | null } | null>(null)
  const title = t('values', { name: dictType })
  return (
    <>
      <PageHeader
        title={title}
        backTo="/dictionaries"
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ value: null })}>
            {t('newValue')}
          </Button>
        }
      />
      <List
        name="dictionary-values"
        title={title}
        route={dictionaryRoutes.listData}
        fixed={{ dictType }}
        remove={{
          route: dictionaryRoutes.removeData,
          param: 'dictCode',
          may: ({ builtIn }) => !builtIn,
          guard: 'undo',
        }}
        rowId={({ dictCode }) => dictCode}
        rowTitle={({ dictLabel }) => dictLabel}
        rowActions={(value) => (
          <Button
            variant="subtle"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={`${frame('edit')} ${value.dictLabel}`}
            onClick={() => setDialog({ value })}
          >
            {frame('edit')}
          </Button>
        )}
        filters={[{ kind: 'text', name: 'dictLabel', label: t('dictLabel') }]}
        columns={[
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
          {
            key: 'status',
            label: frame('status'),
            card: 'badge',
            render: (row) => <StatusBadge status={row.status} />,
          },
        ]}
      />
      {dialog && <ValueDialog dictType={dictType} value={dialog.value} onClose={() => setDialog(null)} />}
    </>
  )
}
