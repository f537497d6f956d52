import { capRoutes, type ExpertPost } from '@consilium/contract/caps/caps.ts'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { capTexts } from './texts.ts'

/** Sets the association post of an expert; an empty one takes it away. */
export default function PostDialog({ post, onClose }: { post: ExpertPost; onClose: () => void }) {
  const t = useTexts(capTexts)
  return (
    <FormDialog title={t('post')} route={capRoutes.setPost} initial={post} onClose={onClose}>
      <TextField name="associationPost" label={t('post')} description={t('postHint')} />
    </FormDialog>
  )
}
