import { projectRoutes, type Project } from '@consilium/contract/projects.ts'
import { Modal } from '@mantine/core'
import type { z } from 'zod'
import { TextField } from '../../components/fields.tsx'
import { tellDone } from '../../components/notify.ts'
import { RecordForm } from '../../components/record-form.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useRecordForm } from '../../components/use-record-form.ts'
import { useSend } from '../../lib/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { projectTexts } from './texts.ts'

const schema = projectRoutes.evaluate.body

/** The manager's score of a project. */
export function EvaluateDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useTexts(projectTexts)
  const frame = useTexts(frameTexts)
  const send = useSend(projectRoutes.evaluate)
  const state = useRecordForm<z.input<typeof schema>, unknown>({
    schema,
    initial: { managerScore: project.managerScore },
    submit: (body) => send.mutateAsync({ params: { projectId: project.projectId }, body }),
    onDone: () => {
      tellDone(t('scored'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('evaluate')} closeButtonProps={{ 'aria-label': frame('close') }}>
      <RecordForm state={state} plain unguarded>
        <TextField name="managerScore" label={t('score')} description={t('scoreHint')} inputMode="decimal" />
      </RecordForm>
    </Modal>
  )
}
