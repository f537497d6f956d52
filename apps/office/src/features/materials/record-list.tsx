import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Button, Group } from '@mantine/core'
import { onDemand } from '../../components/on-demand.tsx'
import { IconPaperclip, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column, Filter } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useMaterialDictionaries } from './dictionaries.ts'
import { textOfField, type AnyRecord, type Kind } from './kinds.ts'
import { materialTexts } from './texts.ts'

const RecordDialog = onDemand(() => import('./record-dialog.tsx'))
const GalleryDialog = onDemand(() => import('../../components/upload/gallery-dialog.tsx'))

function useColumns(kind: Kind): Column<AnyRecord>[] {
  const t = useTexts(materialTexts)
  const frame = useTexts(frameTexts)
  const dictionaries = useMaterialDictionaries()
  const shown = (record: AnyRecord, name: string) => {
    const field = kind.fields.find((each) => each.name === name)
    const value = textOfField(record, name)
    if (value === null || !field) return orNothing(null)
    if (field.as === 'choice') return dictionaries[field.dictionary]?.label(value) ?? value
    return field.as === 'time' ? minute(value) : value
  }
  const sortable = (name: string) => kind.fields.find((field) => field.name === name)?.as !== 'text'
  return [
    ...kind.columns.map((name) => ({
      key: name,
      label: t(name as 'title'),
      ...(sortable(name) ? { sort: name } : {}),
      render: (record: AnyRecord) => shown(record, name),
    })),
    { key: 'createUserName', label: t('createdBy'), render: (record) => record.createUserName },
    createTimeColumn(frame('createTime')),
  ]
}

function useFilters(kind: Kind): Filter[] {
  const t = useTexts(materialTexts)
  const dictionaries = useMaterialDictionaries()
  const choices = kind.fields.flatMap((field): Filter[] =>
    field.as === 'choice'
      ? [
          {
            kind: 'select',
            name: field.name,
            label: t(field.name as 'title'),
            options: dictionaries[field.dictionary]?.options ?? [],
          },
        ]
      : [],
  )
  return [{ kind: 'text', name: kind.search, label: t(kind.search as 'title') }, ...choices]
}

/** The records of one kind of a meeting. */
export function RecordList({ kind, meeting, lead }: { kind: Kind; meeting: Meeting; lead: ReactNode }) {
  const t = useTexts(materialTexts)
  const frame = useTexts(frameTexts)
  const may = useMay()
  const routes = materialRoutes[kind.name]
  const kindTitle = t(kind.name)
  const nameOf = (record: AnyRecord) => textOfField(record, kind.fields[0]!.name) ?? ''
  const [dialog, setDialog] = useState<{ record: AnyRecord | null } | null>(null)
  const [looking, setLooking] = useState<AnyRecord | null>(null)
  const mayAdd = may(routes.create) && meeting.currentStage !== 'closed'
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        {lead}
        {mayAdd && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setDialog({ record: null })}
          >
            {t('addOne', { kind: t(kind.one) })}
          </Button>
        )}
      </Group>
      <List
        name={kind.name}
        title={kindTitle}
        route={routes.list}
        fixed={{ meetingId: String(meeting.meetingId) }}
        exportRoute={routes.export}
        remove={{
          route: routes.remove,
          param: 'recordId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        emptyHint={t('emptyKind', { kind: kindTitle })}
        emptyAction={
          mayAdd && <Button onClick={() => setDialog({ record: null })}>{frame('addFirst')}</Button>
        }
        rowId={({ recordId }) => recordId}
        rowTitle={(row) => nameOf(row as AnyRecord)}
        rowActions={(row) => {
          const record = row as AnyRecord
          const count = record.files.length
          return [
            ...(record.abilities.update
              ? [{ label: frame('edit'), icon: IconPencil, onSelect: () => setDialog({ record }) }]
              : []),
            ...(count > 0
              ? [
                  {
                    label: t('fileCount', { count }),
                    icon: IconPaperclip,
                    onSelect: () => setLooking(record),
                  },
                ]
              : []),
          ]
        }}
        filters={useFilters(kind)}
        columns={useColumns(kind)}
      />
      {dialog && (
        <RecordDialog
          kind={kind}
          meetingId={meeting.meetingId}
          record={dialog.record}
          onClose={() => setDialog(null)}
        />
      )}
      {looking && (
        <GalleryDialog onClose={() => setLooking(null)} title={nameOf(looking)} files={looking.files} />
      )}
    </>
  )
}
