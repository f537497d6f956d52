import { bankPresetRoutes, type OwnPreset } from '@consilium/contract/bank-files/bank-presets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Values } from '../../components/forms/form-values.ts'
import { RecordPage } from '../../components/records/record-page.tsx'
import { recordQuery } from '../../lib/record-query.ts'
import { useTexts } from '../../lib/texts.ts'
import { PresetForm } from './preset-form.tsx'
import { PRESETS_PATH } from './preset-path.ts'
import { presetTexts } from './texts.ts'

const shownOf = ({ presetId, version, number, ...preset }: OwnPreset): Values => ({
  presetId,
  version,
  ...(number === 1 ? { presetName: preset.presetName } : {}),
  format: preset.format,
  validFrom: preset.validFrom,
  needsCode: preset.needsCode,
  columns: preset.columns,
})

/** Changes a version that is neither approved nor asked for. */
export function Page() {
  const t = useTexts(presetTexts)
  const params = useParams({ strict: false })
  const client = useQueryClient()
  return (
    <RecordPage
      route={bankPresetRoutes.get}
      params={params}
      backTo={PRESETS_PATH}
      title={({ presetName }) => t('editOf', { name: presetName })}
    >
      {(preset) => (
        <PresetForm
          key={preset.presetId}
          route={bankPresetRoutes.update}
          initial={shownOf(preset)}
          always={['presetId', 'version']}
          isNamed={preset.number === 1}
          reload={async () =>
            shownOf(await client.fetchQuery({ ...recordQuery(bankPresetRoutes.get, params), staleTime: 0 }))
          }
        />
      )}
    </RecordPage>
  )
}
