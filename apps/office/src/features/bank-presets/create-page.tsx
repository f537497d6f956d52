import type { BankColumn, BankFileFormat } from '@consilium/contract/bank-files/bank-files.ts'
import { bankPresetRoutes } from '@consilium/contract/bank-files/bank-presets.ts'
import { Skeleton, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import type { Values } from '../../components/forms/form-values.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useToday } from '../../lib/live/now.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { FIRST_COLUMNS } from './column-editor.tsx'
import { PresetForm } from './preset-form.tsx'
import { PRESETS_PATH } from './preset-path.ts'
import { presetTexts } from './texts.ts'
import { useBuiltIn, useOwnPresets } from './use-presets.ts'

/** What a new form begins as. */
interface Model {
  presetName: string
  format: BankFileFormat
  columns: readonly BankColumn[]
  needsCode: boolean
}

const EMPTY: Model = { presetName: '', format: 'xlsx', columns: FIRST_COLUMNS, needsCode: true }

/** A form of its own: empty, the copy of another, or the next version of one that is approved. */
export function Page() {
  const t = useTexts(presetTexts)
  const today = useToday()
  const search: Search = useSearch({ strict: false })
  const { copy, replaces } = search
  const own = useOwnPresets()
  const builtIn = useBuiltIn()
  const wanted = replaces ?? copy
  const ofOwn = own.data?.presets.find(({ presetId }) => String(presetId) === wanted)
  const built = builtIn.data?.find(({ presetId }) => presetId === wanted)
  const model: Model | undefined =
    wanted === undefined
      ? EMPTY
      : (ofOwn ?? (built && { ...built, needsCode: built.needs.includes('clearingCode') }))
  const isVersion = replaces !== undefined
  const error = own.error ?? builtIn.error
  const name = model?.presetName ?? ''
  const initial: Values = {
    ...(isVersion ? { replacesId: Number(replaces) } : {}),
    format: model?.format,
    needsCode: model?.needsCode,
    columns: model?.columns.map((column) => ({ ...column })),
    validFrom: today,
  }
  return (
    <>
      <PageHeader
        title={isVersion ? t('renewOf', { name }) : copy === undefined ? t('add') : t('copyOf', { name })}
        backTo={PRESETS_PATH}
        isLoading={model === undefined && !error}
      />
      {isVersion && (
        <Text size="sm" mb="sm">
          {t('renewHint')}
        </Text>
      )}
      {error && <RequestError error={error} />}
      {model && today !== '' ? (
        <PresetForm
          route={bankPresetRoutes.create}
          initial={initial}
          always={isVersion ? ['replacesId'] : ['presetName']}
          isNamed={!isVersion}
        />
      ) : (
        !error && <Skeleton height={480} aria-busy />
      )}
    </>
  )
}
