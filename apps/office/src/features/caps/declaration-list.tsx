import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { Badge } from '@mantine/core'
import { TextLink } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { minute, orNothing } from '../../lib/format.ts'
import { useNow } from '../../lib/live/now.ts'
import { useTexts } from '../../lib/texts.ts'
import { capTexts } from './texts.ts'

const YEARS_SHOWN = 5

function useYears() {
  const thisYear = Number.parseInt(useNow(), 10)
  return Array.from({ length: YEARS_SHOWN }, (_, at) => String(thisYear - at)).map((value) => ({
    value,
    label: value,
  }))
}

/** What experts have declared of their interests. */
export function Page() {
  const t = useTexts(capTexts)
  const yesOrNo = useYesOrNo()
  const years = useYears()
  return (
    <>
      <PageHeader title={t('declarations')} subtitle={t('declarationsHint')} />
      <List
        name="conflict-declarations"
        title={t('declarations')}
        route={capRoutes.listDeclarations}
        emptyHint={t('noDeclarations')}
        rowId={({ declarationId }) => declarationId}
        rowTitle={({ name }) => name}
        order={{ orderByColumn: 'declaredTime', isAsc: 'desc' }}
        filters={[
          { kind: 'text', name: 'name', label: t('expert') },
          { kind: 'select', name: 'year', label: t('year'), options: years },
          { kind: 'select', name: 'hasConflict', label: t('interests'), options: yesOrNo },
        ]}
        columns={[
          {
            key: 'name',
            label: t('expert'),
            render: ({ expertId, name }) => (
              <TextLink to={`/experts/${expertId}`} inherit>
                {name}
              </TextLink>
            ),
          },
          { key: 'year', label: t('year'), sort: 'year', render: ({ year }) => year },
          { key: 'statement', label: t('statement'), render: ({ statement }) => orNothing(statement) },
          {
            key: 'declaredTime',
            label: t('declaredTime'),
            sort: 'declaredTime',
            unbroken: true,
            render: ({ declaredTime }) => minute(declaredTime),
          },
          {
            key: 'hasConflict',
            label: t('state'),
            card: 'badge',
            render: ({ hasConflict }) => (
              <Badge variant="light" color={hasConflict ? 'orange' : 'teal'}>
                {t(hasConflict ? 'hasConflict' : 'noConflict')}
              </Badge>
            ),
          },
        ]}
      />
    </>
  )
}
