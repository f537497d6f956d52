import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { IconPencil } from '@tabler/icons-react'
import { Badge } from '@mantine/core'
import { periodColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton } from '../../components/records/create-button.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useDimensionColumns } from '../dimensions/dimension-facts.tsx'
import { useDimensionFilters } from '../dimensions/dimension-filters.ts'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing, useNames } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { useReadsScore } from '../../lib/session/reads-score.ts'
import { projectTexts } from './texts.ts'

function useColumns(): Column<Project>[] {
  const names = useNames()
  const t = useTexts(projectTexts)
  const readsScore = useReadsScore()
  const dimensions = useDimensionColumns<Project>()
  return [
    {
      key: 'projectName',
      label: t('projectName'),
      sort: 'projectName',
      render: (row) => row.projectName,
    },
    {
      key: 'projectNo',
      label: t('projectNo'),
      sort: 'projectNo',
      unbroken: true,
      render: (row) => row.projectNo,
    },
    periodColumn(t('period')),
    { key: 'sponsors', label: t('sponsors'), render: (row) => names(row.sponsorOrgName) },
    { key: 'executors', label: t('executors'), render: (row) => names(row.execOrgNames) },
    { key: 'lead', label: t('lead'), render: (row) => orNothing(row.leadUserName) },
    ...(readsScore
      ? [
          {
            key: 'managerScore',
            label: t('score'),
            sort: 'managerScore',
            align: 'right' as const,
            render: (row: Project) => orNothing(row.managerScore),
          },
        ]
      : []),
    {
      key: 'isPublished',
      label: t('publication'),
      card: 'badge',
      render: (row) =>
        row.isPublished ? (
          <Badge variant="light" color="teal">
            {t('published')}
          </Badge>
        ) : (
          <Badge variant="light" color="gray">
            {t('notPublished')}
          </Badge>
        ),
    },
    ...dimensions,
    {
      key: 'createTime',
      label: t('createTime'),
      sort: 'createTime',
      unbroken: true,
      optional: true,
      render: (row) => minute(row.createTime),
    },
  ]
}

export function Page() {
  const t = useTexts(projectTexts)
  const frame = useTexts(frameTexts)
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={projectRoutes.create} to="/projects/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="projects"
        title={t('title')}
        route={projectRoutes.list}
        exportRoute={projectRoutes.export}
        remove={{
          route: projectRoutes.remove,
          param: 'projectId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        rowActions={({ projectId, abilities }) =>
          abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/projects/${projectId}/edit` }]
            : []
        }
        rowId={({ projectId }) => projectId}
        rowTitle={({ projectName }) => projectName}
        rowTo={({ projectId }) => `/projects/${projectId}`}
        filters={[
          { kind: 'text', name: 'projectName', label: t('projectName') },
          { kind: 'text', name: 'projectNo', label: t('projectNo') },
          {
            kind: 'select',
            name: 'isPublished',
            label: t('publication'),
            options: [
              { value: 'true', label: t('published') },
              { value: 'false', label: t('notPublished') },
            ],
          },
          { kind: 'range', of: 'StartTime', label: t('startTime'), unit: 'time' },
          ...useDimensionFilters(),
        ]}
        columns={useColumns()}
        emptyHint={t('emptyHint')}
        emptyAction={
          <CreateButton route={projectRoutes.create} to="/projects/new">
            {t('firstOne')}
          </CreateButton>
        }
      />
    </>
  )
}
