import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CustomField } from '../../components/forms/fields.tsx'
import { NumberSelectField as SelectField } from '../../components/forms/choice-fields.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { keywordOptions } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { recordQuery } from '../../lib/record-query.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { namedAccounts } from '../projects/named-accounts.ts'
import { meetingTexts } from './texts.ts'

const NAME = 'execUserId'
const executors = keywordOptions(organizationRoutes.executorOptions)

const useProject = (projectId: number) => useQuery(recordQuery(projectRoutes.get, { projectId })).data

interface ExecutorSelectProps {
  projectId: number
  meeting: Meeting | null
  isAsked?: boolean
}

/**
 * The executor that runs the meeting and pays its experts: one of those that the project is assigned to, or any while it
 * is assigned to none.
 */
function ExecutorSelect({ projectId, meeting, isAsked = false }: ExecutorSelectProps) {
  const t = useTexts(meetingTexts)
  const project = useProject(projectId)
  const assigned = project ? namedAccounts(project.execAdminUserIds, project.execOrgNames) : []
  const known =
    meeting?.execUserId && meeting.orgName !== null
      ? [{ value: String(meeting.execUserId), label: meeting.orgName }]
      : []
  const isKnown = known.every(({ value }) => assigned.some((option) => option.value === value))
  if (!project) return null
  if (assigned.length > 0)
    return (
      <SelectField
        name={NAME}
        label={t('executor')}
        description={t('executorHint')}
        options={isKnown ? assigned : [...known, ...assigned]}
        {...(isAsked ? { required: true } : {})}
      />
    )
  return (
    <CustomField name={NAME} label={t('executor')} description={t('executorHint')} required={isAsked}>
      {(value, set, labelled) => (
        <RemoteSelect
          {...labelled}
          source={executors}
          known={known}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => set(next ?? '')}
        />
      )}
    </CustomField>
  )
}

/** For a new meeting: the only executor of its project is chosen; among several the user chooses. */
function ExecutorOfProject({ projectId }: { projectId: number }) {
  const t = useTexts(meetingTexts)
  const { form } = useFormAround()
  const project = useProject(projectId)
  const [only, ...others] = project?.execAdminUserIds ?? []
  const taken = others.length === 0 ? only : undefined
  const { setFieldValue, getValues } = form
  useEffect(() => {
    if (!project) return
    const chosen = getValues()[NAME] as number | ''
    const isKept = chosen !== '' && project.execAdminUserIds.includes(chosen)
    setFieldValue(NAME, taken ?? (isKept ? chosen : ''))
  }, [setFieldValue, getValues, project, taken])
  if (taken === undefined)
    return <ExecutorSelect projectId={projectId} meeting={null} isAsked={others.length > 0} />
  return <TextInput label={t('executor')} readOnly variant="filled" value={project?.execOrgNames ?? ''} />
}

/** Meetings that an executor creates always have that executor. */
export function ExecutorField({ meeting }: { meeting: Meeting | null }) {
  const projectId = useFormAround().form.getValues()['projectId']
  const may = useMay()
  if (!may(organizationRoutes.executorOptions)) return null
  if (meeting === null && typeof projectId === 'number')
    return <ExecutorOfProject key={projectId} projectId={projectId} />
  return meeting && <ExecutorSelect projectId={meeting.projectId} meeting={meeting} />
}
