import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { Button, Group, Stack } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useState } from 'react'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RemoteMultiSelect, RemoteSelect } from '../../components/forms/remote-select.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { executors, leads, sponsors } from './assignees.tsx'
import { namedAccounts } from './named-accounts.ts'
import { projectTexts } from './texts.ts'

const same = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** What is chosen, and how it is saved: only what has changed. */
function useAssignment(project: Project, onDone: () => void) {
  const t = useTexts(projectTexts)
  const params = { projectId: project.projectId }
  const [sponsorIds, setSponsorIds] = useState<readonly number[]>(project.sponsorAdminUserIds)
  const [executorIds, setExecutorIds] = useState<readonly number[]>(project.execAdminUserIds)
  const [leadUserId, setLead] = useState(project.leadUserId)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const assignSponsors = useSend(projectRoutes.assignSponsors)
  const assignExecutors = useSend(projectRoutes.assignExecutors)
  const setLeadOf = useSend(projectRoutes.setLead)
  const save = async () => {
    setBusy(true)
    try {
      if (!same(sponsorIds, project.sponsorAdminUserIds))
        await assignSponsors.mutateAsync({ params, body: { sponsorAdminUserIds: [...sponsorIds] } })
      if (!same(executorIds, project.execAdminUserIds))
        await assignExecutors.mutateAsync({ params, body: { execAdminUserIds: [...executorIds] } })
      if (leadUserId !== project.leadUserId) await setLeadOf.mutateAsync({ params, body: { leadUserId } })
      notifyDone(t('assigned'))
      onDone()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { sponsorIds, setSponsorIds, executorIds, setExecutorIds, leadUserId, setLead, error, isBusy, save }
}

/** Assigns sponsors, executors and the project lead. */
export default function AssignDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useTexts(projectTexts)
  const frame = useTexts(frameTexts)
  const { sponsorIds, setSponsorIds, executorIds, setExecutorIds, leadUserId, setLead, error, isBusy, save } =
    useAssignment(project, onClose)
  const leadKnown =
    project.leadUserId === null
      ? []
      : [{ value: String(project.leadUserId), label: project.leadUserName ?? String(project.leadUserId) }]
  return (
    <Dialog onClose={onClose} title={t('assignment')} size="lg">
      <Stack gap="md">
        {error !== null && <RequestError error={error} />}
        <RemoteMultiSelect
          label={t('sponsors')}
          source={sponsors}
          known={namedAccounts(project.sponsorAdminUserIds, project.sponsorOrgName)}
          value={sponsorIds}
          onChange={setSponsorIds}
        />
        <RemoteMultiSelect
          label={t('executors')}
          source={executors}
          known={namedAccounts(project.execAdminUserIds, project.execOrgNames)}
          value={executorIds}
          onChange={setExecutorIds}
        />
        <RemoteSelect
          label={t('lead')}
          source={leads}
          known={leadKnown}
          value={leadUserId}
          onChange={setLead}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void save()}>
            {frame('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
