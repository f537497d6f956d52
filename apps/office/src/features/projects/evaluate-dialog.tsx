import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { LongTextField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { projectTexts } from './texts.ts'

/** The manager's score of a project, with a comment of its own. */
export default function EvaluateDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useTexts(projectTexts)
  return (
    <FormDialog
      title={t('evaluate')}
      route={projectRoutes.evaluate}
      params={{ projectId: project.projectId }}
      initial={{ managerScore: project.managerScore }}
      doneText={t('scored')}
      onClose={onClose}
    >
      <TextField name="managerScore" label={t('score')} description={t('scoreHint')} inputMode="decimal" />
      <LongTextField name="comment" label={t('comment')} description={t('commentHint')} />
    </FormDialog>
  )
}
