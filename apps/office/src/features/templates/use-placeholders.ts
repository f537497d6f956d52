import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useLanguage } from '../../lib/texts.ts'

/** What a template can have filled in, by name, in the words of the page; empty for who may not write templates. */
export function usePlaceholders(): ReadonlyMap<string, string> {
  const language = useLanguage()
  const may = useMay()
  const { data = [] } = useQuery({
    queryKey: [agreementRoutes.listPlaceholders.path],
    enabled: may(agreementRoutes.listPlaceholders),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(agreementRoutes.listPlaceholders, { signal }),
  })
  return new Map(data.map(({ name, label, labelEn }) => [name, language === 'en' ? labelEn : label]))
}
