import { bankPresetRoutes, type PreviewedFile } from '@consilium/contract/bank-files/bank-presets.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { bodyOf, type ObjectSchema } from '../../components/forms/form-values.ts'
import { useFormAround } from '../../components/forms/record-form.tsx'
import table from '../../components/table.module.css'
import { call, callLoosely } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { presetTexts } from './texts.ts'

const BATCHES_OFFERED = 20

function Drawn({ file: { titles, rows, lines } }: { file: PreviewedFile }) {
  const t = useTexts(presetTexts)
  return (
    <Stack gap={4} role="status">
      {/* Wider than a phone, so that a keyboard has to scroll it. */}
      <div className={table.scroll} tabIndex={0} role="region" aria-label={t('preview')}>
        <table className={table.table}>
          <thead>
            <tr>
              {titles.map((title, at) => (
                <th key={at} scope="col" className={table.unbroken}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column} className={table.unbroken}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="xs" c="dimmed">
        {t('previewHint')}
        {lines > rows.length && ` ${t('firstLines', { shown: rows.length, lines })}`}
      </Text>
    </Stack>
  )
}

/** Draws the columns of the form around, before they are saved. */
export function PresetPreviewer() {
  const t = useTexts(presetTexts)
  const { form } = useFormAround()
  const [batchId, setBatchId] = useState('')
  const [file, setFile] = useState<PreviewedFile | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const { data: batches } = useQuery({
    queryKey: [batchRoutes.list.path, 'preview'],
    queryFn: ({ signal }) => call(batchRoutes.list, { query: { pageSize: BATCHES_OFFERED }, signal }),
  })
  const draw = async () => {
    setAsking(true)
    setFailure(null)
    try {
      const { format, columns } = form.getValues()
      const values = { format, columns, ...(batchId === '' ? {} : { batchId: Number(batchId) }) }
      const schema = bankPresetRoutes.preview.body as ObjectSchema
      const body = bodyOf({ schema, values, initial: {}, always: null })
      setFile((await callLoosely(bankPresetRoutes.preview, { body })) as PreviewedFile)
    } catch (error) {
      setFile(null)
      setFailure(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={t('previewOf')}
          style={{ flex: '1 1 12rem' }}
          value={batchId}
          data={[
            { value: '', label: t('samples') },
            ...(batches?.rows ?? []).map((batch) => ({ value: String(batch.batchId), label: batch.title })),
          ]}
          onChange={({ currentTarget }) => setBatchId(currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          loading={isAsking}
          onClick={() => void draw()}
        >
          {t('preview')}
        </Button>
      </Group>
      {failure !== null && <RequestError error={failure} />}
      {file && <Drawn file={file} />}
    </Stack>
  )
}
