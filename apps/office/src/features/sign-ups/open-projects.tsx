import { supportIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { publicProjectRoutes, type PublicProject } from '@consilium/contract/publicity/publicity.ts'
import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePhone } from '../../components/forms/use-phone.ts'
import { List } from '../../components/list/list-page.tsx'
import { periodColumn } from '../../components/list/columns/standard-columns.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { call } from '../../lib/requests/api.ts'
import { orNothing, useNames } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { signUpTexts } from './texts.ts'

/** In a table, whose title has it whole; on a phone there is no other place for it. */
const SUMMARY_LINES = 3

const NewOfferDialog = onDemand(async () => ({
  default: (await import('./intent-dialog.tsx')).NewOfferDialog,
}))

const OWN_MAX = 200

/** The projects that this account has already offered something for. */
function useOwnProjects(): ReadonlySet<number> | undefined {
  const route = supportIntentRoutes.list
  return useQuery({
    queryKey: [route.path, 'own'],
    queryFn: async ({ signal }) => {
      const { rows } = await call<typeof route>(route, { query: { pageSize: OWN_MAX }, signal })
      return new Set(rows.map(({ projectId }) => projectId))
    },
  }).data
}

/** The projects that are open to intents. */
export function Page() {
  const names = useNames()
  const t = useTexts(signUpTexts)
  const [chosen, setChosen] = useState<PublicProject | null>(null)
  const own = useOwnProjects()
  const isPhone = usePhone()
  const label = t('offer')
  const title = t('projectsToSupport')
  return (
    <>
      <PageHeader title={title} backTo="/sign-ups" />
      <List
        name="open-projects"
        title={title}
        route={publicProjectRoutes.list}
        emptyHint={t('noProjects')}
        rowId={({ projectId }) => projectId}
        rowTitle={({ projectName }) => projectName}
        rowLead={(row) =>
          own?.has(row.projectId) ? (
            <Badge variant="light" color="teal">
              {t('signedUp')}
            </Badge>
          ) : (
            <Button
              variant="subtle"
              aria-label={`${label} · ${row.projectName}`}
              onClick={() => setChosen(row)}
            >
              {label}
            </Button>
          )
        }
        filters={[{ kind: 'text', name: 'keyword', label: t('search') }]}
        columns={[
          { key: 'projectName', label: t('project'), sort: 'projectName', render: (row) => row.projectName },
          {
            key: 'summary',
            label: t('summary'),
            render: (row) => (
              <Text
                size="sm"
                {...(isPhone || row.summary === null ? {} : { lineClamp: SUMMARY_LINES, title: row.summary })}
                style={{ whiteSpace: 'pre-line' }}
              >
                {orNothing(row.summary)}
              </Text>
            ),
          },
          periodColumn(t('period')),
          { key: 'sponsors', label: t('sponsors'), render: (row) => names(row.sponsorOrgName) },
        ]}
      />
      {chosen && (
        <NewOfferDialog
          title={`${label} · ${chosen.projectName}`}
          projectId={chosen.projectId}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
