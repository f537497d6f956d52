import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import { IconPencil } from '@tabler/icons-react'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton } from '../../components/records/create-button.tsx'
import type { BulkAction, Column, Filter } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useDimensionColumns } from '../dimensions/dimension-facts.tsx'
import { useDimensionFilters } from '../dimensions/dimension-filters.ts'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { MeetingName } from './meeting-name.tsx'
import { StageBadge } from '../../components/records/stage-badge.tsx'
import { forwardOf, useStages } from './stages.ts'
import { meetingTexts } from './texts.ts'

/** Whether there is a project to create a meeting for; those without one are told why they cannot. */
function useHasProject(): boolean {
  const may = useMay()
  const isAsked = may(meetingRoutes.create) && !may(projectRoutes.create)
  const { data } = useQuery({
    queryKey: [projectRoutes.list.path, { pageSize: 1 }],
    queryFn: async () => (await call(projectRoutes.list, { query: { pageSize: 1 } })).total,
    enabled: isAsked,
  })
  return !isAsked || data !== 0
}

const ForwardMany = onDemand(() => import('./forward-many.tsx'))

/** One step on for many meetings. */
function useForwarding(): BulkAction<Meeting>[] {
  const t = useTexts(meetingTexts)
  const may = useMay()
  if (!may(meetingRoutes.changeStage)) return []
  const forward = (meeting: Meeting) => {
    const body = { meetingId: meeting.meetingId, currentStage: forwardOf(meeting)! }
    return call(meetingRoutes.changeStage, { body })
  }
  return [
    {
      label: t('forwardMany'),
      may: (meeting) => forwardOf(meeting) !== undefined,
      run: forward,
      dialog: ({ rows, start, onClose }) => (
        <ForwardMany meetings={rows} onClose={onClose} onGo={() => start(forward)} />
      ),
    },
  ]
}

function useMeetingFilters(): Filter[] {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const stages = useStages()
  return [
    { kind: 'text', name: 'meetingName', label: t('meetingName') },
    { kind: 'range', of: 'ScheduleTime', label: t('when'), unit: 'time' },
    { kind: 'select', name: 'currentStage', label: t('stage'), options: stages },
    { kind: 'text', name: 'businessId', label: t('businessId') },
    { kind: 'text', name: 'projectName', label: t('project') },
    { kind: 'text', name: 'orgName', label: t('executor') },
    ...useDimensionFilters(),
    { kind: 'range', of: 'SupervisionTime', label: t('supervisionTime'), unit: 'time' },
    { kind: 'range', of: 'Time', label: frame('createTime'), unit: 'time' },
  ]
}

function useMeetingColumns(): Column<Meeting>[] {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  return [
    {
      key: 'meetingName',
      label: t('meetingName'),
      sort: 'meetingName',
      render: (row) => <MeetingName meeting={row} />,
    },
    { key: 'businessId', label: t('businessId'), unbroken: true, render: (row) => row.businessId },
    {
      key: 'projectName',
      label: t('project'),
      sort: 'projectName',
      optional: true,
      render: (row) => row.projectName,
    },
    { key: 'orgName', label: t('executor'), render: (row) => orNothing(row.orgName) },
    {
      key: 'currentStage',
      label: t('stage'),
      sort: 'currentStage',
      card: 'badge',
      render: (row) => <StageBadge stage={row.currentStage} />,
    },
    {
      key: 'scheduleStartTime',
      label: t('scheduleStartTime'),
      unbroken: true,
      sort: 'scheduleStartTime',
      render: (row) => minute(row.scheduleStartTime),
    },
    {
      key: 'scheduleLocation',
      label: t('scheduleLocation'),
      optional: true,
      render: (row) => orNothing(row.scheduleLocation),
    },
    {
      key: 'signedCount',
      label: t('signed'),
      align: 'right',
      render: (row) => `${row.signedCount} / ${row.attendeeCount}`,
    },
    {
      key: 'supervisionTime',
      label: t('supervisionTime'),
      sort: 'supervisionTime',
      unbroken: true,
      optional: true,
      render: (row) => minute(row.supervisionTime),
    },
    ...useDimensionColumns<Meeting>(),
    createTimeColumn(frame('createTime')),
  ]
}

export function Page() {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const hasProject = useHasProject()
  const create = hasProject && (
    <CreateButton route={meetingRoutes.create} to="/meetings/new">
      {t('create')}
    </CreateButton>
  )
  return (
    <>
      <PageHeader title={t('title')} {...(hasProject ? {} : { subtitle: t('noProject') })} actions={create} />
      <List
        name="meetings"
        title={t('title')}
        route={meetingRoutes.list}
        exportRoute={meetingRoutes.export}
        remove={{
          route: meetingRoutes.remove,
          param: 'meetingId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        bulk={useForwarding()}
        rowActions={({ meetingId, abilities }) =>
          abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/meetings/${meetingId}/edit` }]
            : []
        }
        rowId={({ meetingId }) => meetingId}
        rowTitle={({ meetingName, businessId }) => `${meetingName} ${businessId}`}
        rowTo={({ meetingId }) => `/meetings/${meetingId}`}
        filters={useMeetingFilters()}
        columns={useMeetingColumns()}
        emptyHint={t('emptyHint')}
        emptyAction={create}
      />
    </>
  )
}
