import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { bankPresetRoutes } from '@consilium/contract/bank-files/bank-presets.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'

export const useOwnPresets = () =>
  useQuery({
    queryKey: [bankPresetRoutes.list.path],
    queryFn: ({ signal }) => call(bankPresetRoutes.list, { signal }),
  })

/** The forms that everybody has. */
export const useBuiltIn = () =>
  useQuery({
    queryKey: [bankFileRoutes.presets.path],
    queryFn: ({ signal }) => call(bankFileRoutes.presets, { signal }),
    select: (presets) => presets.filter(({ presetId }) => !presetId.startsWith('own-')),
  })
